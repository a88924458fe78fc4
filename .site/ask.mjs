// Asks the built site's search without a browser: `node ask.mjs SITE QUESTION...` prints the first pages found, as JSON.
import {readFile} from 'node:fs/promises';

const [site, ...questions] = process.argv.slice(2), FIRST = 3;
globalThis.fetch = async url => new Response(await readFile(new URL(url, 'file:')));
const {find} = await import(`file://${site}/_static/search.js`);
const found = {};
for (const question of questions)
  found[question] = await Promise.all((await find(question)).slice(0, FIRST).map(async page => (await page.data()).url));
console.log(JSON.stringify(found));
process.exit();
