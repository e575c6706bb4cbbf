import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { searchSources } from '#domain/lists/search';
import type { SearchSource, SearchTerms } from '#domain/lists/search';
import { containsEachFolded } from '#store/d1/contains-folded';
import { containsText } from '#store/d1/contains-text';
import type { Source } from '#store/d1/open';
import { accountName } from './account-name.ts';
import { quotePhrase, searchWithinShow } from './number-search.ts';

/**
 * Of one kind, the newest matches in the index are read, whether the user may see them or not, and of these the newest
 * visible ones are combined by document. So a search costs a user who may see little no more than that (DEC-236).
 */
export const maxMatches = { read: 20_000, visible: 500 } as const;
/** Account codes that a search may stand for, the best matches first. */
const maxAccounts = 50;
/** Shorter codes are not in the index. */
const minIndexedLetters = 3;

interface SourceQuery {
  /** Codes that the query reads first. */
  with?: SQL;
  /** The index query. */
  match: SQL;
  from: SQL;
  where: SQL;
  /** The text that has the words, of the row `source`. */
  text: SQL;
}

const ofSource = sql`source.id = search_sources.source_id AND documents.id = source.document_id`;

function lines({ showId }: Source, { words }: SearchTerms): SourceQuery {
  return {
    match: searchWithinShow(showId, `line : (${words.map(quotePhrase).join(' ')})`),
    from: sql`document_lines source`,
    where: sql`search_sources.kind = 'LINE' AND ${ofSource}`,
    text: sql`trim(source.description || ' ' || source.note)`,
  };
}

function notes({ showId }: Source, { words }: SearchTerms): SourceQuery {
  return {
    match: searchWithinShow(showId, `note : (${words.map(quotePhrase).join(' ')})`),
    from: sql`notes source`,
    // Hidden notes are shown to nobody (NO-12).
    where: sql`search_sources.kind = 'NOTE' AND ${ofSource} AND source.context <> 'HIDDEN'`,
    text: sql`source.content`,
  };
}

/** A file without an attachment belongs to no document. */
function files({ showId }: Source, { words }: SearchTerms): SourceQuery {
  return {
    match: searchWithinShow(showId, `file : (${words.map(quotePhrase).join(' ')})`),
    from: sql`files source CROSS JOIN attachments`,
    where: sql`search_sources.kind = 'FILE' AND source.id = search_sources.source_id
      AND attachments.show_id = ${showId} AND attachments.file_id = source.id AND documents.id = attachments.document_id`,
    text: sql`source.label`,
  };
}

/** Lines with an account whose code and name together have the words; the codes come from the chart of accounts. */
function accounts({ showId }: Source, { words, shortWords }: SearchTerms): SourceQuery {
  const all = [...words, ...shortWords];
  const named = containsEachFolded(sql`p.id_code || ' ' || p.description`, all);
  const anyCode = sql`coalesce((SELECT group_concat('"' || replace(code, '"', '""') || '"', ' OR ') FROM codes), '""')`;
  const code = sql`source.coding ->> 'ACCOUNT'`;
  return {
    with: sql`WITH codes AS MATERIALIZED (SELECT p.id_code AS code
      FROM account_fields f CROSS JOIN account_parts p
      WHERE f.show_id = ${showId} AND f.config_type = 'ACCOUNT' AND p.show_id = f.show_id
        AND p.part_config_id = f.part_config_id AND length(p.id_code) >= ${minIndexedLetters}
        AND ${named}
      GROUP BY p.id_code
      ORDER BY instr(lower(p.id_code), lower(${all[0] ?? ''})) <> 1, length(p.id_code), min(length(p.description)), p.id_code
      LIMIT ${maxAccounts})`,
    match: sql`(${searchWithinShow(showId, 'account : (')} || ${anyCode} || ')')`,
    from: sql`document_lines source`,
    where: sql`search_sources.kind = 'LINE' AND ${ofSource} AND ${code} IN (SELECT code FROM codes)`,
    text: sql`trim(${code} || ' ' || coalesce(${accountName(showId, code)}, ''))`,
  };
}

const sources = { LINE: lines, NOTE: notes, FILE: files, ACCOUNT: accounts } as const satisfies Record<
  SearchSource,
  unknown
>;

/**
 * The documents with a line, note, file or account that contains every word, by the newest source of each: for each
 * kind a table `page` with the columns row (of the document) and text.
 */
export function sourcePages(store: Source, terms: SearchTerms, canSee: SQL | undefined, limit: number) {
  return searchSources.map((kind) => {
    const source = sources[kind](store, terms);
    const short = kind === 'ACCOUNT' ? [] : terms.shortWords.map((word) => containsText(source.text, word));
    const conditions = [source.where, ...(canSee ? [canSee] : []), ...short];
    // The order of the joins is fixed: the index returns matches from the newest, and stops early.
    const matches = sql`SELECT documents.rowid AS row, matched.id AS source, ${source.text} AS text
      FROM (SELECT rowid AS id FROM source_text WHERE source_text MATCH ${source.match}
          ORDER BY rowid DESC LIMIT ${maxMatches.read}) AS matched
        CROSS JOIN search_sources CROSS JOIN ${source.from} CROSS JOIN documents
      WHERE search_sources.id = matched.id AND ${sql.join(conditions, sql` AND `)}
      ORDER BY matched.id DESC LIMIT ${maxMatches.visible}`;
    const page = sql`(${source.with ?? sql``} SELECT row, max(source) AS source, text FROM (${matches})
      GROUP BY row ORDER BY 2 DESC LIMIT ${limit}) AS page`;
    return { kind, page };
  });
}
