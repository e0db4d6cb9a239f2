using System.Globalization;
using AkkaInstrumentation.Tests.Instructions;
using AkkaInstrumentation.Tests.Listeners;

// programs that tests start; as tests this assembly is loaded, not started
if (args is [ThrowingListeners.Argument, var who])
{
    await ThrowingListeners.Run(who);
}

// the program whose instructions are counted
else if (args is [var state, var what, var messages])
{
    CountedProgram.Run(Enum.Parse<ListenerState>(state), Enum.Parse<Portioned>(what), int.Parse(messages, CultureInfo.InvariantCulture));
}
