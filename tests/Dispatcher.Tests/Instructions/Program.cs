using AkkaInstrumentation.Tests.Instructions;

// the program whose instructions are counted; as tests this assembly is loaded, not started
if (args is [var state])
{
    CountedProgram.Run(Enum.Parse<ListenerState>(state));
}
