#!/usr/bin/env escript
%% A client in the language that the contract came from. It drives the TCP transport and says in TAP, check by check, whether the
%% contract on ids holds: the ten groups of the contract's own test suite, against a running server.

main([PortText]) ->
    Socket = connect(list_to_integer(PortText)),
    initialize(Socket),
    Checks = groups(Socket),
    io:format("1..~p~n", [length(Checks)]),
    Results = [run(Number, Check) || {Number, Check} <- lists:zip(lists:seq(1, length(Checks)), Checks)],
    gen_tcp:close(Socket),
    halt(case lists:all(fun(Ok) -> Ok end, Results) of true -> 0; false -> 1 end).

run(Number, {Group, Name, Check}) ->
    try Check() of
        _ -> io:format("ok ~p - ~ts: ~ts~n", [Number, Group, Name]), true
    catch
        Class:Reason:Stack ->
            io:format("not ok ~p - ~ts: ~ts~n# ~tp ~tp~n# ~tp~n", [Number, Group, Name, Class, Reason, Stack]),
            false
    end.

groups(S) ->
    valid_id(S) ++ parse_error(S) ++ invalid_request(S) ++ method_not_found(S) ++ invalid_params(S) ++
        id_matching(S) ++ encode_error_response(S) ++ edge_cases(S) ++ compliance(S) ++ real_world(S).

valid_id(S) ->
    G = "Error with Valid ID",
    [{G, Name, fun() -> expect(S, 100 + N, Request, Code, Data) end}
     || {N, {Name, Request, Code, Data}} <- lists:zip(lists:seq(1, 8), [
            {"method not found", {<<"tools/remove">>, #{}}, -32601, #{<<"method">> => <<"tools/remove">>}},
            {"invalid params", {<<"resources/read">>, #{}}, -32602, any},
            {"resource not found", {<<"resources/read">>, #{<<"uri">> => <<"nowhere:nothing">>}}, -32001,
             #{<<"uri">> => <<"nowhere:nothing">>}},
            {"tool not found", call(<<"nonexistent">>, #{}), -32002, #{<<"tool">> => <<"nonexistent">>}},
            {"prompt not found", {<<"prompts/get">>, #{<<"name">> => <<"nonexistent">>}}, -32003,
             #{<<"prompt">> => <<"nonexistent">>}},
            {"internal error", {<<"resources/read">>, #{<<"uri">> => <<"file:///proc/self/mem">>}}, -32603, none},
            {"capability not supported", call(<<"summarize">>, #{<<"text">> => <<"long">>}), -32004,
             #{<<"capability">> => <<"sampling">>}},
            {"validation failed", call(<<"multiply">>, #{<<"a">> => 1.0e308, <<"b">> => 10}), -32007, any}])].

parse_error(S) ->
    G = "Parse Error",
    [{G, "null id", fun() -> code(-32700, raw(S, <<"{\"jsonrpc\":">>)) end},
     {G, "null id explicit", fun() -> null = maps:get(<<"id">>, raw(S, <<"{\"jsonrpc\":\"2.0\",\"id\":null,">>)) end},
     {G, "null id in JSON", fun() -> match = find(text(S, <<"not json">>), <<"\"id\":null">>) end}].

invalid_request(S) ->
    G = "Invalid Request",
    [{G, "null id", fun() -> null = maps:get(<<"id">>, raw(S, <<"{\"foo\":\"boo\"}">>)) end},
     {G, "error code", fun() -> code(-32600, raw(S, <<"{\"jsonrpc\":\"1.0\",\"method\":\"ping\"}">>)) end},
     {G, "message", fun() -> message(<<"Invalid Request">>, raw(S, <<"5">>)) end}].

method_not_found(S) ->
    G = "Method Not Found",
    Ask = fun(Id) -> expect(S, Id, {<<"no/such">>, #{}}, -32601, #{<<"method">> => <<"no/such">>}) end,
    [{G, "integer id", fun() -> Ask(42) end},
     {G, "string id", fun() -> Ask(<<"request-123">>) end},
     {G, "binary id", fun() -> Ask(<<"unique-id">>) end},
     {G, "method in data", fun() -> Ask(43) end}].

invalid_params(S) ->
    G = "Invalid Params",
    Ask = fun(Id) -> expect(S, Id, {<<"resources/read">>, #{}}, -32602, any) end,
    [{G, "integer id", fun() -> Ask(1) end},
     {G, "string id", fun() -> Ask(<<"request-xyz">>) end},
     {G, "complex id", fun() -> Ask(<<"req/1:2@3#4?x=[5]&y={6}">>) end},
     {G, "details in data", fun() -> #{<<"details">> := <<_, _/binary>>} = data(Ask(2)) end}].

id_matching(S) ->
    G = "ID Matching",
    Ask = fun(Id) -> expect(S, Id, {<<"no/such">>, #{}}, -32601, any) end,
    [{G, "integer roundtrip", fun() -> Ask(12345) end},
     {G, "string roundtrip", fun() -> Ask(<<"abc">>) end},
     {G, "large integer roundtrip", fun() -> [Ask(Id) || Id <- [9007199254740993, 1 bsl 64, -(1 bsl 70)]] end},
     {G, "special characters", fun() -> Ask(<<"\"\\/\b\f\n\r\t ", 127>>) end},
     {G, "multiple requests", fun() -> pipelined(S, [300, <<"300">>, 301, <<"301">>]) end}].

encode_error_response(S) ->
    G = "Encode Error Response",
    [{G, "integer id", fun() -> expect(S, 7, {<<"x">>, #{}}, -32601, any) end},
     {G, "string id", fun() -> expect(S, <<"seven">>, {<<"x">>, #{}}, -32601, any) end},
     {G, "null id", fun() -> null = maps:get(<<"id">>, raw(S, <<"[]">>)) end},
     {G, "all parameters together", fun() ->
         Reply = expect(S, 8, {<<"resources/read">>, #{<<"uri">> => <<"x:y">>}}, -32001, #{<<"uri">> => <<"x:y">>}),
         message(<<"Resource not found">>, Reply)
      end}].

edge_cases(S) ->
    G = "Edge Case",
    Ask = fun(Id) -> expect(S, Id, {<<"no/such">>, #{}}, -32601, any) end,
    [{G, "empty string id", fun() -> Ask(<<>>) end},
     {G, "unicode id", fun() -> Ask(<<"请求-😀-ñ"/utf8>>) end},
     {G, "very long id", fun() -> Ask(binary:copy(<<"x">>, 10000)) end},
     {G, "zero id", fun() -> Ask(0) end},
     {G, "negative id", fun() -> Ask(-1) end},
     {G, "with and without data", fun() ->
         #{<<"method">> := _} = data(Ask(9)),
         false = maps:is_key(<<"data">>, maps:get(<<"error">>, raw(S, <<"{">>)))
      end},
     {G, "concurrent requests", fun() -> pipelined(S, lists:seq(1000, 1999)) end}].

compliance(S) ->
    G = "JSON-RPC Compliance",
    Reply = fun() -> expect(S, 11, {<<"no/such">>, #{}}, -32601, any) end,
    [{G, "has jsonrpc", fun() -> <<"2.0">> = maps:get(<<"jsonrpc">>, Reply()) end},
     {G, "has id", fun() -> 11 = maps:get(<<"id">>, Reply()) end},
     {G, "has error", fun() -> #{<<"code">> := _, <<"message">> := _} = maps:get(<<"error">>, Reply()) end},
     {G, "has no result", fun() -> false = maps:is_key(<<"result">>, Reply()) end},
     {G, "valid JSON", fun() -> true = is_map(Reply()) end},
     {G, "id before error", fun() ->
         Text = text(S, <<"{\"jsonrpc\":\"2.0\",\"id\":12,\"method\":\"no/such\"}">>),
         {Id, _} = binary:match(Text, <<"\"id\"">>),
         {Error, _} = binary:match(Text, <<"\"error\"">>),
         true = Id < Error
      end}].

real_world(S) ->
    G = "Real-World Scenario",
    Missing = fun(Id) -> expect(S, Id, {<<"no/such">>, #{}}, -32601, any) end,
    Resource = fun(Id) -> expect(S, Id, {<<"resources/read">>, #{<<"uri">> => <<"x:y">>}}, -32001, any) end,
    Tool = fun(Id) -> expect(S, Id, call(<<"nope">>, #{}), -32002, any) end,
    [{G, "sequence of method not found", fun() -> [Missing(Id) || Id <- lists:seq(1, 20)] end},
     {G, "sequence of resource errors", fun() -> [Resource(Id) || Id <- lists:seq(1, 20)] end},
     {G, "mixed error types", fun() -> [(case Id rem 3 of 0 -> Missing; 1 -> Resource; 2 -> Tool end)(Id) || Id <- lists:seq(1, 30)] end},
     {G, "error response chain", fun() ->
         Missing(<<"chain">>), Resource(<<"chain">>), Tool(<<"chain">>),
         #{<<"id">> := <<"chain">>, <<"result">> := _} = ask(S, <<"chain">>, call(<<"add">>, #{<<"a">> => 1, <<"b">> => 2}))
      end}].

%% What is sent, and what has to come back.

expect(Socket, Id, Request, Code, Data) ->
    Reply = ask(Socket, Id, Request),
    case maps:get(<<"id">>, Reply) of
        Id -> ok;
        Other -> error({another_id, Id, Other})
    end,
    code(Code, Reply),
    case Data of
        any -> ok;
        none -> false = maps:is_key(<<"data">>, maps:get(<<"error">>, Reply));
        _ -> Data = maps:remove(<<"effect">>, data(Reply))
    end,
    Reply.

pipelined(Socket, Ids) ->
    ok = gen_tcp:send(Socket, [[encode(Id, {<<"no/such">>, #{}}), "\n"] || Id <- Ids]),
    Replies = [decode(line(Socket)) || _ <- Ids],
    [code(-32601, Reply) || Reply <- Replies],
    Sorted = lists:sort(Ids),
    Sorted = lists:sort([maps:get(<<"id">>, Reply) || Reply <- Replies]).

call(Tool, Arguments) -> {<<"tools/call">>, #{<<"name">> => Tool, <<"arguments">> => Arguments}}.

ask(Socket, Id, Request) -> decode(text(Socket, encode(Id, Request))).
raw(Socket, Text) -> decode(text(Socket, Text)).

text(Socket, Text) ->
    ok = gen_tcp:send(Socket, [Text, "\n"]),
    line(Socket).

line(Socket) ->
    {ok, Line} = gen_tcp:recv(Socket, 0, 20000),
    Line.

encode(Id, {Method, Params}) ->
    jiffy:encode(#{<<"jsonrpc">> => <<"2.0">>, <<"id">> => Id, <<"method">> => Method, <<"params">> => Params}).

decode(Text) -> jiffy:decode(Text, [return_maps]).

code(Code, Reply) -> Code = maps:get(<<"code">>, maps:get(<<"error">>, Reply)).
message(Message, Reply) -> Message = maps:get(<<"message">>, maps:get(<<"error">>, Reply)).
data(Reply) -> maps:get(<<"data">>, maps:get(<<"error">>, Reply)).

find(Text, Part) -> case binary:match(Text, Part) of nomatch -> nomatch; _ -> match end.

connect(Port) ->
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {packet, line}, {active, false}, {buffer, 4194304}], 10000),
    Socket.

initialize(Socket) ->
    Params = #{<<"protocolVersion">> => <<"2025-11-25">>, <<"capabilities">> => #{},
               <<"clientInfo">> => #{<<"name">> => <<"erlang">>, <<"version">> => <<"25">>}},
    #{<<"id">> := 0, <<"result">> := _} = ask(Socket, 0, {<<"initialize">>, Params}),
    ok = gen_tcp:send(Socket, [jiffy:encode(#{<<"jsonrpc">> => <<"2.0">>, <<"method">> => <<"notifications/initialized">>}), "\n"]).
