// Colors Python and shell code, unpacks folded code when a fold is opened, and names the fields of cards.
const KEYWORDS = ('and as assert break class continue def del elif else except finally for from global if import in is '
  + 'lambda nonlocal not or pass raise return try while with yield').replaceAll(' ', '|');
const STRING = /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/.source;
const TOKENS = {
  python: new RegExp([
    '(?<c>#[^\\n]*)', `(?<s>(?:\\b[rbfuRBFU]{1,2})?(?:${STRING}))`,
    '(?<f>(?<=\\b(?:def|class) )\\w+|(?<=^\\s*)@[\\w.]+)',
    `(?<k>\\b(?:${KEYWORDS})\\b)`, '(?<n>\\b(?:None|True|False|self)\\b|(?<![\\w.])\\d[\\w.]*)',
  ].join('|'), 'gm'),
  shell: /(?<c>(?<=^|\s)#[^\n]*)|(?<s>"(?:\\.|[^"\\])*"|'[^']*')/gm,
};
const KINDS = {
  python: ['python', 'py', 'python3', 'ipython', 'ipython3', 'default'], shell: ['sh', 'bash', 'console', 'shell'],
};

function escaped(text) { return text.replace(/&/g, '&amp;').replace(/</g, '&lt;'); }

function colored(text, tokens) {
  let html = '', last = 0;
  for (const match of text.matchAll(tokens)) {
    const kind = Object.keys(match.groups).find(name => match.groups[name] !== undefined);
    html += escaped(text.slice(last, match.index)) + `<i class=${kind}>${escaped(match[0])}</i>`;
    last = match.index + match[0].length;
  }
  return html + escaped(text.slice(last));
}

function color(element, kind) { element.innerHTML = colored(element.textContent, TOKENS[kind]); }

for (const [kind, names] of Object.entries(KINDS))
  for (const pre of document.querySelectorAll(names.map(name => `.highlight-${name} pre`).join()))
    if (!pre.children.length) color(pre, kind);
for (const pre of document.querySelectorAll('pre.code')) color(pre, 'python');

// all folds of a page are one compressed text
async function unpack() {
  const bytes = Uint8Array.from(atob(document.getElementById('folds').textContent), letter => letter.charCodeAt());
  const texts = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).json();
  document.querySelectorAll('details.fold:not(:has(pre))').forEach((fold, i) => {
    const pre = Object.assign(document.createElement('pre'), {className: 'code', textContent: texts[i]});
    color(fold.appendChild(pre), 'python');
  });
}

let unpacked;
if (document.getElementById('folds')) {
  const once = () => unpacked ??= unpack();
  for (const fold of document.querySelectorAll('details.fold')) fold.addEventListener('toggle', once);
  window.addEventListener('beforeprint', once);
}

// rows are cards on a phone (static/site.css), where each field says its column
for (const table of document.querySelectorAll('table.cards')) {
  const heads = Array.from(table.tHead?.rows[0]?.cells ?? [], cell => cell.textContent.trim());
  for (const body of table.tBodies) for (const row of body.rows)
    for (const cell of row.cells)
      if (cell.tagName === 'TD' && cell.textContent) cell.dataset.h = heads[cell.cellIndex] ?? '';
}
