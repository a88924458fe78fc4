// What search.html shows: pages that Pagefind finds, each with its sections.
const ROOT = new URL('..', import.meta.url), SHOWN = 5, SECTIONS = 3;
const OPTIONS = {
  basePath: new URL('_pagefind/', ROOT).href, baseUrl: ROOT.pathname, excerptLength: 24, noWorker: true,
  // `about` and `names` are of search.py
  ranking: {pageLength: .4, termFrequency: .8, metaWeights: {title: 8, about: 4, names: .5}},
};

export async function find(query) {
  const {createInstance} = await import(`${OPTIONS.basePath}pagefind.js`);
  return (await createInstance(OPTIONS).search(query)).results;
}

function link(result, title) {
  const a = document.createElement('a');
  a.href = result.url;
  a.textContent = title;
  return a;
}

function item(page) {
  const li = document.createElement('li'), text = document.createElement('p');
  text.innerHTML = page.excerpt;  // which Pagefind escaped, but for its marks
  li.append(link(page, page.meta.title), text);
  const score = section => section.weighted_locations.reduce((sum, word) => sum + word.balanced_score, 0);
  const sections = page.sub_results.filter(section => section.url.includes('#') && section.title !== page.meta.title)
    .sort((a, b) => score(b) - score(a));
  if (sections.length) {
    const list = document.createElement('ul');
    for (const section of sections.slice(0, SECTIONS)) {
      const own = document.createElement('li');
      own.append(link(section, section.title));
      list.append(own);
    }
    li.append(list);
  }
  return li;
}

async function show(found, from = 0) {
  const list = document.getElementById('search-results');
  const pages = await Promise.all(found.slice(from, from + SHOWN).map(result => result.data()));
  list.append(...pages.map(item));
  if (found.length <= from + SHOWN) return;
  const more = document.createElement('button');
  more.textContent = 'More';
  more.onclick = () => { more.remove(); show(found, from + SHOWN); };
  list.after(more);
}

async function search(query) {
  const said = document.getElementById('search-said');
  try {
    const results = await find(query);
    said.textContent = `${results.length} ${results.length === 1 ? 'page' : 'pages'} for “${query}”`;
    await show(results);
  } catch (error) {
    said.textContent = location.protocol === 'file:'
      ? 'The search needs a server: run "python -m http.server" in the site, and open the address that it prints.'
      : `The search failed: ${error}`;
  }
}

if (globalThis.document) {
  const query = new URLSearchParams(location.search).get('q');
  for (const input of document.querySelectorAll('input[name=q]')) input.value = query ?? '';
  if (query) search(query);
}
