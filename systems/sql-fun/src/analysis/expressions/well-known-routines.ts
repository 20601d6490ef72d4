/** Functions that people mean when they mistype one: PostgreSQL's own that queries use most. */
export const WELL_KNOWN_ROUTINES: readonly string[] = (
  'abs age array_agg array_append array_cat array_length array_position array_prepend array_remove array_replace ' +
  'array_to_json array_to_string array_upper avg bit_and bit_or bool_and bool_or btrim cardinality cbrt ceil ceiling ' +
  'char_length chr clock_timestamp concat concat_ws convert_from convert_to corr cos count cume_dist current_database ' +
  'current_setting currval date_bin date_part date_trunc decode degrees dense_rank encode every exp first_value floor ' +
  'format gen_random_uuid generate_series generate_subscripts initcap isfinite json_agg json_array_elements ' +
  'json_array_length json_build_array json_build_object json_each json_each_text json_extract_path json_object_agg ' +
  'json_object_keys json_typeof jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length ' +
  'jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text ' +
  'jsonb_insert jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_query jsonb_populate_record ' +
  'jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof justify_days lag ' +
  'last_value lastval lead left length ln log lower lpad ltrim make_date make_interval make_timestamp max md5 min mod ' +
  'mode nextval now nth_value ntile num_nonnulls num_nulls octet_length percent_rank percentile_cont percentile_disc ' +
  'pg_sleep pg_typeof phraseto_tsquery pi plainto_tsquery position power quote_ident quote_literal radians random rank ' +
  'regexp_count regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table repeat replace ' +
  'reverse right round row_number row_to_json rpad rtrim setval sha256 sign sin split_part sqrt starts_with stddev ' +
  'string_agg string_to_array string_to_table strpos substr substring sum tan timezone to_char to_date to_json to_jsonb ' +
  'to_number to_timestamp to_tsquery to_tsvector translate trunc ts_headline ts_rank unnest upper uuidv4 uuidv7 ' +
  'var_pop variance version websearch_to_tsquery width_bucket'
).split(' ');

/** What functions of other databases are called in PostgreSQL. */
export const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['charindex', 'strpos'],
  ['date_format', 'to_char'],
  ['datediff', 'age'],
  ['getdate', 'now'],
  ['group_concat', 'string_agg'],
  ['ifnull', 'coalesce'],
  ['instr', 'strpos'],
  ['isnull', 'coalesce'],
  ['json_extract', 'jsonb_extract_path'],
  ['lcase', 'lower'],
  ['len', 'length'],
  ['listagg', 'string_agg'],
  ['newid', 'gen_random_uuid'],
  ['nvl', 'coalesce'],
  ['rand', 'random'],
  ['str_to_date', 'to_date'],
  ['sysdate', 'now'],
  ['truncate', 'trunc'],
  ['ucase', 'upper'],
  ['uuid', 'gen_random_uuid'],
]);
