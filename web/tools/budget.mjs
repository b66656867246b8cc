// Fails the build when it grows too large or would be refused by a strict content security policy.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const SCRIPT_LIMIT = 120_000;
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const size = (name) => gzipSync(readFileSync(dist + name), { level: 9 }).length;
const assets = readdirSync(`${dist}assets`).map((name) => `assets/${name}`);
const scripts = assets.filter((name) => name.endsWith('.js')).reduce((sum, name) => sum + size(name), 0);
const page = readFileSync(`${dist}index.html`, 'utf8');
const faults = [];
if (scripts > SCRIPT_LIMIT) faults.push(`scripts are ${scripts} bytes gzipped, more than ${SCRIPT_LIMIT}`);
if (/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i.test(page))
  faults.push('index.html has inline scripts or styles');
if (/(?:src|href)="(?:https?:)?\/\//i.test(page)) faults.push('index.html refers to another host');
if (assets.some((name) => /\.(js|css)$/.test(name) && /url\(\s*["']?data:/.test(readFileSync(dist + name, 'utf8'))))
  faults.push('an asset inlines data');
console.log(
  `scripts ${scripts} bytes gzipped, styles ${assets.filter((name) => name.endsWith('.css')).reduce((sum, name) => sum + size(name), 0)}`,
);
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
