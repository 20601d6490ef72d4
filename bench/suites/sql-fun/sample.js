const WORDS = [
  'account',
  'batch',
  'city',
  'device',
  'entry',
  'file',
  'group',
  'host',
  'item',
  'job',
];
const TYPES = [
  ...['text', 'integer', 'numeric(10,2)', 'boolean', 'date', 'jsonb', 'character varying(40)'],
  ...['bigint', 'timestamp without time zone', 'text[]', 'double precision', 'uuid'],
];

/** @param {number} n */
const tableName = (n) => `${WORDS[n % WORDS.length]}_${n}`;

/**
 * So many tables as `pg_dump -s` writes them: 15 columns each, a key, a reference to the table before, an index, a comment.
 * @param {number} tables
 */
export function sampleDump(tables) {
  let text = '';
  for (let n = 0; n < tables; n++) text += tableText(n);
  return text;
}

/** @param {number} n */
function tableText(n) {
  const name = tableName(n);
  const columns = Array.from(
    { length: 12 },
    (_, i) => `    c${i} ${TYPES[(n + i) % TYPES.length]}`,
  );
  return `
--
-- Name: ${name}; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.${name} (
    id integer NOT NULL,
    up_id integer,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
${columns.join(',\n')}
);

COMMENT ON TABLE public.${name} IS 'Table number ${n}';

ALTER TABLE ONLY public.${name} ADD CONSTRAINT ${name}_pkey PRIMARY KEY (id);

CREATE INDEX ${name}_made_at ON public.${name} USING btree (made_at);
${n === 0 ? '' : `\nALTER TABLE ONLY public.${name} ADD CONSTRAINT ${name}_up_fkey FOREIGN KEY (up_id) REFERENCES public.${tableName(n - 1)}(id);\n`}`;
}

/** Twenty queries such as people write, from one line to a page; each over tables of its own. */
export function sampleQueries() {
  return SHAPES.flatMap(({ name, text }) =>
    Array.from({ length: 4 }, (_, copy) => {
      const t = (/** @type {number} */ n) => tableName(100 * copy + 7 * n + 50);
      return { name: `${name} ${copy + 1}`, sql: text(t) };
    }),
  );
}

/** @type {readonly { name: string, text: (t: (n: number) => string) => string }[]} */
const SHAPES = [
  { name: 'by key', text: (t) => `SELECT * FROM ${t(1)} WHERE id = $1` },
  {
    name: 'update',
    text: (t) =>
      `UPDATE ${t(1)} AS a SET made_at = now(), up_id = b.id FROM ${t(2)} AS b WHERE a.up_id = b.up_id AND b.id = $1 RETURNING a.id, a.made_at`,
  },
  {
    name: 'join',
    text: (t) =>
      `SELECT a.id, b.made_at, c.id AS third, count(*) AS n, max(b.made_at) AS last
  FROM ${t(1)} a JOIN ${t(2)} b ON b.id = a.up_id LEFT JOIN ${t(3)} c ON c.id = b.up_id
 WHERE a.made_at > now() - interval '7 days' AND (b.id = $1 OR c.id IN (1, 2, 3))
 GROUP BY a.id, b.made_at, c.id HAVING count(*) > $2 ORDER BY n DESC, a.id LIMIT 20`,
  },
  {
    name: 'report',
    text: (t) =>
      `WITH recent AS (SELECT id, up_id, made_at, row_number() OVER (PARTITION BY up_id ORDER BY made_at DESC) AS rank FROM ${t(1)} WHERE made_at >= $1),
     totals AS (SELECT up_id, count(*) AS n, min(made_at) AS first, max(made_at) AS last FROM recent GROUP BY up_id)
SELECT p.id, coalesce(t.n, 0) AS n, t.first::date, extract(epoch FROM t.last - t.first) AS seconds,
       CASE WHEN t.n > 100 THEN 'many' WHEN t.n > 10 THEN 'some' ELSE 'few' END AS size,
       (SELECT string_agg(x.id::text, ', ' ORDER BY x.id) FROM ${t(3)} x WHERE x.up_id = p.id) AS ids
  FROM ${t(2)} p LEFT JOIN totals t ON t.up_id = p.id
 WHERE EXISTS (SELECT 1 FROM recent r WHERE r.up_id = p.id AND r.rank = 1) AND p.made_at BETWEEN $1 AND $2
UNION ALL
SELECT id, 0, NULL, NULL, 'none', NULL FROM ${t(4)} WHERE up_id IS NULL ORDER BY 2 DESC, 1`,
  },
  {
    name: 'page',
    text: (t) =>
      Array.from(
        { length: 8 },
        (
          _,
          n,
        ) => `SELECT a.id, lower(a.id::text) AS name, b.made_at AT TIME ZONE 'UTC' AS at, a.id * 2 + b.id AS sum, nullif(b.up_id, 0) AS up
  FROM ${t(n + 1)} AS a INNER JOIN ${t(n + 2)} AS b ON a.up_id = b.id AND b.made_at < a.made_at
 WHERE a.id > ${n} AND NOT (b.up_id IS NULL OR a.up_id = ANY ($1)) AND a.made_at::date = current_date - ${n}`,
      ).join('\nUNION ALL\n'),
  },
];
