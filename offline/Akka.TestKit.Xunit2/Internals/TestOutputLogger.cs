using Akka.Actor;
using Akka.Event;
using Xunit.Abstractions;

namespace Akka.TestKit.Xunit2.Internals;

/// <summary>Writes a system's log into the output of the running test.</summary>
public class TestOutputLogger : ReceiveActor
{
    public TestOutputLogger(ITestOutputHelper output)
    {
        Receive<LogEvent>(logEvent => Write(output, logEvent.ToString()));
        Receive<InitializeLogger>(start =>
        {
            foreach (var type in (Type[])[typeof(Debug), typeof(Info), typeof(Warning), typeof(Error)])
            {
                start.LoggingBus.Subscribe(Self, type);
            }

            Sender.Tell(new LoggerInitialized());
        });
    }

    private static void Write(ITestOutputHelper output, string text)
    {
        try
        {
            output.WriteLine(text);
        }
        catch (InvalidOperationException)
        {
            // The system outlives the test by a moment; xunit takes no more output then.
        }
    }
}
