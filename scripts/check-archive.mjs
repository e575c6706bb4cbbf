/**
 * `npm run admin -- check-archive FILE...`: checks that the parts of an archive are unchanged: each file has the size
 * and the SHA-256 of the manifest, no file is missing in the manifest, and the history of each document is one chain
 * with the end in the manifest. Prints missing parts. Exits with 1 on any error.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { verifyChain, verifyHistory } from '../domain/history/verify-history.ts';
import { namedFile } from './environment.mjs';

/** @typedef {{ path: string, size: number, at: number }} Entry where the bytes of a file are in the zip */

const files = process.argv.slice(2).map(namedFile);
try {
  if (files.length === 0) throw new Error('Name the zip files: npm run admin -- check-archive FILE...');
  const manifests = files.map(checkPart);
  const missing = partsMissing(manifests.map(({ manifest }) => manifest));
  for (const line of missing) console.log(line);
  const amiss = manifests.reduce((sum, { faults }) => sum + faults.length, missing.length);
  if (amiss > 0)
    throw new Error(
      `${amiss} ${amiss === 1 ? 'thing is' : 'things are'} not as ${amiss === 1 ? 'it was' : 'they were'} written.`,
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file */
function checkPart(file) {
  const zip = openSync(file, 'r');
  try {
    const entries = entriesOf(zip, statSync(file).size, basename(file));
    const name = [...entries.keys()].find((path) => /^manifest(-\d+)?\.json$/.test(path)) ?? '';
    const entry = entries.get(name);
    if (!entry) throw new Error(`${basename(file)} has no manifest: it is no archive of Backlot.`);
    /** @type {import('../domain/operations/archive.ts').ArchiveManifest} */
    const manifest = parseJson(textOf(zip, entry));
    if (!manifest) throw new Error(`${basename(file)}: its manifest cannot be read.`);
    const faults = [...fileErrors(zip, entries, name, manifest), ...historyErrors(zip, entries, manifest)];
    const { counts, show, part } = manifest;
    console.log(
      `${basename(file)}: ${show.name}, part ${part}, ${counts.documents} documents, ${manifest.files.length} files, ${counts.events} events, ${faults.length} amiss`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
    for (const document of manifest.documents)
      for (const what of document.missing)
        console.log(`  ${document.folder}${what} was not there to be archived`);
    return { manifest, faults };
  } finally {
    closeSync(zip);
  }
}

/**
 * @param {number} zip
 * @param {Map<string, Entry>} entries
 * @param {string} name of the manifest
 * @param {import('../domain/operations/archive.ts').ArchiveManifest} manifest
 */
function fileErrors(zip, entries, name, manifest) {
  const named = new Set([name, ...manifest.files.map(({ path }) => path)]);
  const strange = [...entries.keys()].filter((path) => !named.has(path));
  return [
    ...strange.map((path) => `${path} is not in the manifest`),
    ...manifest.files.flatMap(({ path, size, sha256 }) => {
      const entry = entries.get(path);
      if (!entry) return [`${path} is missing`];
      return entry.size === size && hashOf(zip, entry) === sha256
        ? []
        : [`${path} was changed after it was written`];
    }),
  ];
}

/**
 * @param {number} zip
 * @param {Map<string, Entry>} entries
 * @param {import('../domain/operations/archive.ts').ArchiveManifest} manifest
 */
function historyErrors(zip, entries, manifest) {
  return manifest.documents.flatMap(({ folder, head, version }) => {
    const entry = entries.get(`${folder}history.jsonl`);
    if (!entry) return [`${folder}history.jsonl is missing`];
    const events = eventsOf(textOf(zip, entry));
    if (!events) return [`${folder}history.jsonl cannot be read`];
    const found = [
      ...verifyChain(events, hashOfText, head),
      ...recordErrors(zip, entries, manifest, folder, events),
    ];
    if (events.length !== version) found.push(`it has ${version} events, and ${events.length} are there`);
    return found.map((what) => `${folder}: ${what}`);
  });
}

/**
 * An audit pack contains the stored rows of its document: content, state, snapshots and votes must match its events,
 * and each of its files must be in the zip.
 * @param {number} zip
 * @param {Map<string, Entry>} entries
 * @param {import('../domain/operations/archive.ts').ArchiveManifest} manifest
 * @param {string} folder
 * @param {import('../domain/history/verify-history.ts').StoredEvent[]} events
 */
function recordErrors(zip, entries, manifest, folder, events) {
  const entry = entries.get(`${folder}record.json`);
  if (!entry) return [];
  /** @type {import('../domain/history/verify-history.ts').DocumentToVerify | null} */
  const record = parseJson(textOf(zip, entry));
  if (!record) return ['record.json cannot be read'];
  const lacks = manifest.documents.flatMap((one) => (one.folder === folder ? one.missing : []));
  const lost = [
    ...documentFileErrors(manifest, `${folder}attachments/`, record.rows.files, lacks),
    ...documentFileErrors(manifest, `${folder}withdrawn/`, record.withdrawn, lacks),
  ];
  const chain = new Set(verifyChain(events, hashOfText, null));
  return [...verifyHistory(record, events, hashOfText).filter((fault) => !chain.has(fault)), ...lost];
}

/**
 * Returns the files of a document that are not in its folder of the zip with the hash in its history; a file whose
 * content was erased or lost must be listed under `missing`.
 * @param {import('../domain/operations/archive.ts').ArchiveManifest} manifest
 * @param {string} folder
 * @param {readonly import('../domain/history/content.ts').ContentRow[]} rows
 * @param {readonly string[]} missing paths in the folder of the document
 */
function documentFileErrors(manifest, folder, rows, missing) {
  const place = folder.split('/').at(-2);
  const strange = manifest.files.flatMap(({ path, sha256 }) => (path.startsWith(folder) ? [sha256] : []));
  const lost = rows.filter((file) => {
    const at = strange.indexOf(String(file['sha256']));
    // Two files with the same content have an entry each.
    if (at >= 0) strange.splice(at, 1);
    return at < 0;
  });
  const known = missing.filter((path) => path.startsWith(`${place}/`)).length;
  const what = place === 'withdrawn' ? 'a withdrawn file' : 'an attachment';
  return [
    ...(lost.length > known ? [`${what} is not the one of the document`] : []),
    ...(strange.length > lost.length - known ? [`the document never had ${what} that is there`] : []),
  ];
}

/**
 * Returns the events of a history as they were hashed; null when a line is not an event.
 * @param {string} text
 */
function eventsOf(text) {
  const events = text.split('\n').filter(Boolean).map(parseJson);
  return events.every(Boolean)
    ? events.map(({ payload, ...event }) => ({ ...event, text: JSON.stringify(payload) }))
    : null;
}

/**
 * Returns the parsed JSON text, or null when it is invalid.
 * @param {string} text
 */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Only the manifest of an archive's last part has the number of parts.
 * @param {readonly import('../domain/operations/archive.ts').ArchiveManifest[]} manifests
 */
function partsMissing(manifests) {
  const archives = Map.groupBy(manifests, ({ archive }) => archive);
  return [...archives.values()].flatMap((found) => {
    const there = new Set(found.map(({ part }) => part));
    const parts = found.find((one) => one.parts !== null)?.parts;
    if (!parts)
      return [`The last part of ${found[0]?.show.name}, which says how many there are, is missing.`];
    return Array.from({ length: parts }, (_, index) => index + 1)
      .filter((part) => !there.has(part))
      .map((part) => `Part ${part} of ${parts} is missing.`);
  });
}

/** @param {string} text */
function hashOfText(text) {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * @param {number} zip
 * @param {Entry} entry
 */
function hashOf(zip, { at, size }) {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  for (let from = 0; from < size;) {
    const read = readSync(zip, piece, 0, Math.min(piece.length, size - from), at + from);
    if (read === 0) break;
    hash.update(piece.subarray(0, read));
    from += read;
  }
  return hash.digest('hex');
}

/**
 * @param {number} zip
 * @param {Entry} entry
 */
function textOf(zip, { at, size }) {
  return bytesAt(zip, at, size).toString('utf8');
}

/**
 * @param {number} zip
 * @param {number} at
 * @param {number} length
 */
function bytesAt(zip, at, length) {
  const bytes = Buffer.alloc(length);
  if (readSync(zip, bytes, 0, length, at) < length) throw new Error('The file is cut off.');
  return bytes;
}

/**
 * Reads the directory at the end of a zip. An archive stores its files uncompressed and a part is smaller than 4 GB, so
 * that neither decompression nor ZIP64 is needed.
 * @param {number} zip
 * @param {number} length
 * @param {string} file what it is called
 * @returns {Map<string, Entry>}
 */
function entriesOf(zip, length, file) {
  const tail = bytesAt(zip, Math.max(0, length - 65_557), Math.min(length, 65_557));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error(`${file} is no zip file, or it is cut off.`);
  const directory = bytesAt(zip, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries = new Map();
  for (let at = 0; at < directory.length;) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const path = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const header = directory.readUInt32LE(at + 42);
    if (directory.readUInt16LE(at + 10) !== 0)
      throw new Error(`${path} is packed, which no archive of Backlot is.`);
    if (entries.has(path)) throw new Error(`${path} is there twice.`);
    const local = bytesAt(zip, header, 30);
    const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    entries.set(path, { path, size: directory.readUInt32LE(at + 24), at: start });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}
