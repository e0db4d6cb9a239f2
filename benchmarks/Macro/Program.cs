using AkkaInstrumentation.Benchmarks;

return args switch
{
    [ChildProgram.Command, var state, var workload, var messages] =>
        await Commands.Child(state, workload, int.Parse(messages)),
    ["micro", .. var rest] => Commands.Micro(rest),
    ["scaling", .. var rest] => await Commands.Scaling(rest),
    ["check"] => await Commands.Check(),
    ["document"] => Commands.Document(),
    ["help" or "-h" or "--help"] => Commands.Help(),
    _ => await Commands.Bench(args),
};
