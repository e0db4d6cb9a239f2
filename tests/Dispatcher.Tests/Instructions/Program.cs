using System.Globalization;
using AkkaInstrumentation.Tests.Instructions;
using AkkaInstrumentation.Tests.Listeners;
using AkkaInstrumentation.Tests.Starting;

// programs that tests start; as tests this assembly is loaded, not started
if (args is [ThrowingListeners.Argument, var who])
{
    await ThrowingListeners.Run(who);
}
else if (args is [StartedProgram.Argument, var instrumented])
{
    await StartedProgram.Run(bool.Parse(instrumented));
}

// the program whose instructions are counted
else if (args is [var state, var what, var messages])
{
    CountedProgram.Run(Enum.Parse<ListenerState>(state), Enum.Parse<Portioned>(what), int.Parse(messages, CultureInfo.InvariantCulture));
}
