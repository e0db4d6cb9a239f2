using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Event;
using Akka.TestKit.Xunit2.Internals;
using Xunit.Abstractions;

namespace Akka.TestKit.Xunit2;

/// <summary>Base of xunit test classes: one system per test, terminated when the test is over.</summary>
public class TestKit : TestKitBase, IDisposable
{
    private static readonly XunitAssertions s_assertions = new();

    protected readonly ITestOutputHelper? Output;
    private bool _disposed;

    public TestKit(ActorSystem? system = null, ITestOutputHelper? output = null)
        : base(s_assertions, system)
    {
        Output = output;
        InitializeLogger(Sys);
    }

    public TestKit(ActorSystemSetup config, string? actorSystemName = null, ITestOutputHelper? output = null)
        : base(s_assertions, config, actorSystemName)
    {
        Output = output;
        InitializeLogger(Sys);
    }

    public TestKit(Config config, string? actorSystemName = null, ITestOutputHelper? output = null)
        : base(s_assertions, config, actorSystemName)
    {
        Output = output;
        InitializeLogger(Sys);
    }

    public TestKit(string config, ITestOutputHelper? output = null)
        : base(s_assertions, ConfigurationFactory.ParseString(config))
    {
        Output = output;
        InitializeLogger(Sys);
    }

    protected static XunitAssertions Assertions => s_assertions;

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Runs when the test is over, before its system terminates.</summary>
    protected virtual void AfterAll()
    {
    }

    /// <summary>Sends the log of a system to the test's output, if the class was given one.</summary>
    protected void InitializeLogger(ActorSystem system)
    {
        if (Output is null)
        {
            return;
        }

        var logger = ((ExtendedActorSystem)system).SystemActorOf(Props.Create(() => new TestOutputLogger(Output)), "log-test");
        logger.Ask<LoggerInitialized>(new InitializeLogger(system.EventStream), TestKitSettings.DefaultTimeout).Wait();
    }

    protected virtual void Dispose(bool disposing)
    {
        if (_disposed || !disposing)
        {
            return;
        }

        _disposed = true;
        try
        {
            AfterAll();
        }
        finally
        {
            Shutdown();
        }
    }
}
