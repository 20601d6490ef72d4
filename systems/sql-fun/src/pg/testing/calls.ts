/** Calls with the names of the types of their arguments, and the type of what they give. */
export const CALLS: readonly (readonly [call: string, gives: string])[] = `
upper(varchar) -> text
upper(unknown) -> text
upper(int4range) -> integer
upper(tstzrange) -> timestamp with time zone
upper(int4multirange) -> integer
upper(int4) -> none
lower(char) -> text
length(text) -> integer
length(bpchar) -> integer
length(bytea) -> integer
length(tsvector) -> integer
length(unknown) -> integer
length(int4) -> none
substr(text,int4) -> text
substr(bytea,int4,int4) -> bytea
substring(text,text) -> text
substring(varbit,int4) -> bit
substring(unknown,unknown,unknown) -> text
concat(int4,text,date) -> text
concat() -> none
concat(VARIADIC _text) -> text
concat(VARIADIC text) -> none
concat_ws(unknown,int4,unknown) -> text
format(text,int4,jsonb) -> text
format(unknown) -> text
format(unknown,VARIADIC _int4) -> text
left(varchar,int2) -> text
left(text,int8) -> none
lpad(text,int4) -> text
replace(name,unknown,unknown) -> text
split_part(text,text,int4) -> text
string_to_array(text,text) -> text[]
string_agg(text,text) -> text
string_agg(varchar,unknown) -> text
string_agg(bytea,bytea) -> bytea
string_agg(int4,text) -> none
regexp_replace(text,text,text) -> text
regexp_matches(text,text) -> text[]
regexp_match(varchar,unknown) -> text[]
to_char(timestamptz,text) -> text
to_char(date,unknown) -> text
to_char(int4,unknown) -> text
to_char(numeric,unknown) -> text
to_char(unknown,unknown) -> ambiguous
to_date(text,text) -> date
to_timestamp(float8) -> timestamp with time zone
to_timestamp(int4) -> timestamp with time zone
to_timestamp(text,text) -> timestamp with time zone
to_number(text,text) -> numeric
now() -> timestamp with time zone
clock_timestamp() -> timestamp with time zone
age(timestamp) -> interval
age(timestamptz,timestamptz) -> interval
age(date) -> interval
date_trunc(unknown,date) -> timestamp with time zone
date_trunc(unknown,timestamp) -> timestamp without time zone
date_trunc(text,timestamptz,text) -> timestamp with time zone
date_trunc(unknown,interval) -> interval
date_trunc(unknown,unknown) -> ambiguous
date_part(text,date) -> double precision
date_part(unknown,unknown) -> ambiguous
extract(text,timestamptz) -> numeric
extract(text,date) -> numeric
date_bin(interval,timestamp,timestamp) -> timestamp without time zone
make_date(int4,int4,int4) -> date
make_interval() -> interval
make_interval(int4) -> interval
make_interval(days=>int4) -> interval
make_interval(int4,hours=>int2,secs=>numeric) -> interval
make_interval(int4,years=>int4) -> none
make_interval(eons=>int4) -> none
make_timestamp(int4,int4,int4,int4,int4,float8) -> timestamp without time zone
justify_days(interval) -> interval
timezone(text,timestamp) -> timestamp with time zone
timezone(text,timestamptz) -> timestamp without time zone
timezone(unknown,date) -> timestamp without time zone
timezone(unknown,timetz) -> time with time zone
overlaps(timestamp,interval,timestamp,interval) -> boolean
abs(int2) -> smallint
abs(float4) -> real
abs(numeric) -> numeric
abs(unknown) -> double precision
abs(posint) -> integer
abs(text) -> none
round(numeric) -> numeric
round(numeric,int4) -> numeric
round(float8) -> double precision
round(float8,int4) -> none
round(int4) -> double precision
round(int4,int4) -> numeric
ceil(int8) -> double precision
ceil(numeric) -> numeric
floor(float4) -> double precision
trunc(numeric,int4) -> numeric
mod(int4,int8) -> bigint
mod(int2,int2) -> smallint
mod(numeric,int4) -> numeric
mod(float8,int4) -> none
power(int4,int4) -> double precision
power(numeric,int4) -> numeric
sqrt(int4) -> double precision
sqrt(numeric) -> numeric
random() -> double precision
random(int4,int4) -> integer
random(int4,int8) -> bigint
gcd(int4,int8) -> bigint
width_bucket(numeric,numeric,numeric,int4) -> integer
width_bucket(int4,_int4) -> integer
width_bucket(int4,_int8) -> integer
sign(int4) -> double precision
ln(int4) -> double precision
count(*) -> bigint
count(text) -> bigint
sum(*) -> none
sum(int2) -> bigint
sum(int4) -> bigint
sum(int8) -> numeric
sum(numeric) -> numeric
sum(float4) -> real
sum(money) -> money
sum(interval) -> interval
sum(posint) -> bigint
sum(text) -> none
sum(unknown) -> ambiguous
avg(int4) -> numeric
avg(float4) -> double precision
avg(interval) -> interval
avg(date) -> none
min(text) -> text
min(varchar) -> text
min(mood) -> mood
min(_int4) -> integer[]
min(bool) -> none
min(uuid) -> none
max(timestamptz) -> timestamp with time zone
max(label) -> text
max(bytea) -> bytea
max(jsonb) -> none
max(record) -> record
array_agg(int4) -> integer[]
array_agg(_int4) -> integer[]
array_agg(mood) -> mood[]
array_agg(pair) -> pair[]
array_agg(unknown) -> ambiguous
array_agg(deep) -> deep[]
json_agg(record) -> json
jsonb_agg(int4) -> jsonb
json_object_agg(text,int4) -> json
jsonb_object_agg(text,pair) -> jsonb
bool_and(bool) -> boolean
every(bool) -> boolean
bit_or(int8) -> bigint
stddev(int4) -> numeric
stddev(float4) -> double precision
variance(numeric) -> numeric
corr(int4,int8) -> double precision
percentile_cont(float8;int4) -> double precision
percentile_cont(float8;interval) -> interval
percentile_cont(_float8;numeric) -> double precision[]
percentile_cont(float8;text) -> none
percentile_disc(numeric;text) -> text
percentile_disc(float8;unknown) -> ambiguous
mode(;mood) -> mood
rank() over -> bigint
rank(int4;int4) -> bigint
row_number() over -> bigint
ntile(int4) over -> integer
lag(text) over -> text
lag(int4,int4) over -> integer
lag(int4,int4,numeric) over -> numeric
lag(text,int4,unknown) over -> text
lead(date,int4,timestamp) over -> timestamp without time zone
first_value(mood) over -> mood
nth_value(text,int4) over -> text
cume_dist() over -> double precision
array_append(_int4,int4) -> integer[]
array_append(_int4,int8) -> bigint[]
array_append(_int4,numeric) -> numeric[]
array_append(_text,unknown) -> text[]
array_append(_int4,text) -> none
array_append(unknown,unknown) -> text[]
array_prepend(int8,_int4) -> bigint[]
array_cat(_int4,_int8) -> bigint[]
array_cat(ints,_int4) -> integer[]
array_position(_text,unknown) -> integer
array_remove(_int4,int8) -> bigint[]
array_replace(_varchar,text,unknown) -> character varying[]
array_length(_int4,int4) -> integer
array_length(unknown,int4) -> ambiguous
array_to_string(_int4,unknown) -> text
array_to_string(_date,text,text) -> text
array_dims(ints) -> text
array_upper(int2vector,int4) -> integer
array_fill(int4,_int4) -> integer[]
array_sort(_text) -> text[]
array_sample(_mood,int4) -> mood[]
trim_array(_posint,int4) -> posint[]
cardinality(_text) -> integer
unnest(_int4) -> integer
unnest(_mood) -> mood
unnest(ints) -> integer
unnest(int4multirange) -> int4range
unnest(textmultirange) -> textrange
unnest(tsvector) -> record (lexeme text, positions smallint[], weights text[])
unnest(unknown) -> ambiguous
unnest(int4) -> none
generate_series(int4,int4) -> integer
generate_series(int4,int8) -> bigint
generate_series(date,date,interval) -> timestamp with time zone
generate_series(timestamp,timestamp,unknown) -> timestamp without time zone
generate_series(numeric,numeric) -> numeric
generate_series(unknown,unknown) -> ambiguous
generate_subscripts(_text,int4) -> integer
json_build_object(text,int4,text,json) -> json
jsonb_build_array() -> jsonb
jsonb_build_object(VARIADIC _text) -> jsonb
to_jsonb(pair) -> jsonb
to_jsonb(unknown) -> ambiguous
row_to_json(pair) -> json
row_to_json(record) -> json
row_to_json(int4) -> none
json_array_elements(json) -> json (value json)
json_array_elements(jsonb) -> none
jsonb_array_elements_text(jsonb) -> text (value text)
jsonb_array_length(unknown) -> integer
jsonb_each(jsonb) -> record (key text, value jsonb)
jsonb_object_keys(jsonb) -> text
jsonb_set(jsonb,_text,jsonb) -> jsonb
jsonb_set(jsonb,unknown,unknown,bool) -> jsonb
jsonb_set(target=>jsonb,path=>_text,replacement=>jsonb) -> none
jsonb_set(jsonb_in=>jsonb,path=>_text,replacement=>jsonb) -> jsonb
jsonb_path_query(jsonb,jsonpath) -> jsonb
jsonb_path_query(jsonb,unknown,unknown) -> jsonb
jsonb_path_exists(jsonb,unknown,silent=>bool) -> boolean
jsonb_extract_path(jsonb,text,text) -> jsonb
jsonb_extract_path_text(jsonb,VARIADIC _text) -> text
jsonb_populate_record(pair,jsonb) -> pair
jsonb_populate_record(unknown,jsonb) -> ambiguous
jsonb_to_record(jsonb) -> record
jsonb_pretty(json) -> none
int4range(int4,int4) -> int4range
int4range(int4,int8) -> none
int4range(unknown,unknown,unknown) -> int4range
tstzrange(date,timestamptz) -> tstzrange
tstzrange(timestamptz,unknown,unknown) -> tstzrange
textrange(text,varchar) -> textrange
int4multirange() -> int4multirange
int4multirange(int4range,int4range) -> int4multirange
int4multirange(VARIADIC _int4range) -> int4multirange
textmultirange(textrange) -> textmultirange
range_merge(int4range,int4range) -> int4range
range_merge(textmultirange) -> textrange
range_agg(textrange) -> textmultirange
isempty(tstzrange) -> boolean
multirange(textrange) -> textmultirange
host(inet) -> text
host(cidr) -> text
family(unknown) -> integer
set_masklen(cidr,int4) -> cidr
md5(text) -> text
md5(bytea) -> text
sha256(bytea) -> bytea
encode(bytea,text) -> text
encode(text,text) -> none
decode(text,unknown) -> bytea
gen_random_uuid() -> uuid
uuidv7() -> uuid
uuidv7(interval) -> uuid
nextval(unknown) -> bigint
nextval(text) -> bigint
nextval(regclass) -> bigint
setval(regclass,int4) -> bigint
setval(unknown,int8,bool) -> bigint
currval(varchar) -> bigint
pg_typeof(unknown) -> regtype
pg_typeof(pair) -> regtype
pg_get_viewdef(regclass) -> text
pg_get_viewdef(oid,bool) -> text
pg_get_viewdef(unknown) -> text
pg_table_size(regclass) -> bigint
pg_table_size(text) -> bigint
pg_size_pretty(int4) -> ambiguous
pg_size_pretty(numeric) -> text
obj_description(oid,name) -> text
obj_description(regclass,unknown) -> text
has_table_privilege(unknown,unknown) -> boolean
has_table_privilege(name,oid,text) -> boolean
current_setting(text,bool) -> text
set_config(text,text,bool) -> text
to_regclass(text) -> regclass
to_tsvector(text) -> tsvector
to_tsvector(regconfig,varchar) -> tsvector
to_tsvector(unknown,text) -> tsvector
to_tsvector(json) -> tsvector
to_tsquery(unknown,unknown) -> tsquery
plainto_tsquery(text) -> tsquery
ts_rank(tsvector,tsquery) -> real
ts_headline(unknown,text,tsquery) -> text
setweight(tsvector,char) -> tsvector
setweight(tsvector,unknown) -> tsvector
similarity(text,text) -> unheard
coalesce_nothing(int4) -> unheard
text(int4) -> text
text(bool) -> text
text(unknown) -> text
text(pair) -> none
text(record) -> none
date(timestamptz) -> date
date(text) -> date
date(int4) -> none
int4(text) -> integer
int4(numeric) -> integer
int4(unknown) -> integer
float8(int4) -> double precision
numeric(money) -> numeric
mood(text) -> mood
mood(unknown) -> mood
mood(int4) -> unheard
posint(int4) -> posint
pair(text) -> unheard
regclass(text) -> regclass
point(float8,float8) -> point
point(int4,int4) -> point
point(box) -> point
point(unknown) -> point
box(point,point) -> box
area(circle) -> double precision
area(unknown) -> ambiguous
center(box) -> point
enum_range(mood) -> mood[]
enum_range(mood,unknown) -> mood[]
enum_range(unknown) -> none
enum_first(text) -> none
num_nulls(int4,text) -> integer
num_nulls(VARIADIC _int4) -> integer
greatest_of(int4) -> unheard
xmlcomment(text) -> xml
xpath(text,xml) -> xml[]
xpath(unknown,unknown,_text) -> xml[]
table_to_xml(regclass,bool,bool,unknown) -> xml
overlay(text,text,int4) -> text
overlay(bytea,bytea,int4,int4) -> bytea
position(text,text) -> integer
position(varbit,varbit) -> integer
btrim(text) -> text
btrim(bytea,bytea) -> bytea
ltrim(bpchar,unknown) -> text
translate(text,text,text) -> text
starts_with(text,label) -> boolean
ascii(char) -> integer
chr(int2) -> text
repeat(text,int4) -> text
reverse(text) -> text
reverse(bytea) -> bytea
initcap(name) -> text
quote_literal(int4) -> text
quote_nullable(unknown) -> text
quote_ident(name) -> text
normalize(text,text) -> text
hashtext(text) -> integer
pg_advisory_lock(int4) -> void
pg_advisory_lock(int4,int4) -> void
pg_sleep(int4) -> void
txid_current() -> bigint
defaulted(int4) -> bigint
defaulted(int4,int2) -> bigint
defaulted(int4,c=>unknown) -> bigint
defaulted(b=>int4,a=>int4) -> bigint
defaulted(b=>int4) -> none
defaulted() -> none
defaulted(int4,int4,text,int4) -> none
gathered(text) -> none
gathered(text,int4) -> text
gathered(unknown,int2,int4,unknown) -> text
gathered(text,text) -> none
gathered(text,VARIADIC _int4) -> text
gathered(sep=>text,rest=>_int4) -> none
gathered(sep=>text,VARIADIC rest=>_int4) -> text
tied(int4) -> ambiguous
tied(int4,int4) -> integer
overloaded(int4) -> integer
overloaded(int2) -> ambiguous
overloaded(int8) -> numeric
overloaded(float4) -> none
overloaded(unknown) -> text
overloaded(varchar) -> text
overloaded(label) -> text
overloaded(date) -> none
overloaded(deep) -> integer
same(int4,int4) -> integer
same(int4,int8) -> none
same(int4,unknown) -> integer
same(unknown,unknown) -> ambiguous
same(posint,posint) -> posint
same(posint,int4) -> none
alike(int4,int8) -> bigint
alike(int4,unknown) -> integer
alike(unknown,unknown) -> text
alike(date,timestamp) -> timestamp without time zone
alike(int4,text) -> none
element(int4,_int4) -> integer
element(unknown,_text) -> text
element(posint,_int4) -> none
element(_int4,_int4) -> none
outs(int4) -> record (x integer, y integer[])
outs(text) -> record (x text, y text[])
outs(unknown) -> ambiguous
rows_of(int4) -> record (id integer, name text)
moody(mood) -> mood
moody(text) -> none
flat(int4) -> integer
flat(_int4) -> none
flat(ints) -> none
inner_type(textrange) -> text
inner_type(int4) -> none
`
  .trim()
  .split('\n')
  .map((line) => line.split(' -> ') as [string, string]);
