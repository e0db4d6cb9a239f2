using AkkaInstrumentation.Benchmarks;

return args switch
{
    [ChildProgram.Command, var state, var workload, var messages] =>
        await Commands.Child(state, workload, int.Parse(messages)),
    [IdleProgram.Command, var state, var actors] => await Commands.IdleChild(state, int.Parse(actors)),
    [StartProgram.Command, var state] => await Commands.StartChild(state),
    [EnteredProgram.Command, var kind] => await EnteredProgram.Run(kind),
    [TouchedChild.Command, var state, var operation] => Commands.TouchedChild(state, operation),
    ["touched", .. var rest] => TouchedRun.Run(rest),
    [] => await Commands.All(),
    ["macro"] => await Commands.Bench([]),
    ["micro", .. var rest] => Commands.Micro(rest),
    ["scaling", .. var rest] => await Commands.Scaling(rest),
    ["million", .. var rest] => await Commands.Million(rest),
    ["start", .. var rest] => await Commands.Start(rest),
    ["check"] => await Commands.Check(),
    ["document"] => Commands.Document(),
    ["help" or "-h" or "--help"] => Commands.Help(),
    _ => await Commands.Bench(args),
};
