using Akka.Actor;
using Akka.Configuration;
using Xunit.Abstractions;

namespace Akka.TestKit.Xunit2;

/// <summary>Base of xunit test classes: one system per test, terminated when the test is over. Its log stays on the console.</summary>
public class TestKit : TestKitBase, IDisposable
{
    private static readonly XunitAssertions s_assertions = new();

    private bool _disposed;

    public TestKit(ActorSystem? system = null, ITestOutputHelper? output = null)
        : base(s_assertions, system)
    {
    }

    public TestKit(Config config, string? actorSystemName = null, ITestOutputHelper? output = null)
        : base(s_assertions, config, actorSystemName)
    {
    }

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Runs when the test is over, before its system terminates.</summary>
    protected virtual void AfterAll()
    {
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
