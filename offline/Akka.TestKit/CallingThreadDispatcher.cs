using Akka.Configuration;
using Akka.Dispatch;

namespace Akka.TestKit;

/// <summary>Runs a mailbox on the thread that sent the message.</summary>
public class CallingThreadDispatcher : MessageDispatcher
{
    public CallingThreadDispatcher(MessageDispatcherConfigurator configurator)
        : base(configurator)
    {
    }

    protected override void ExecuteTask(IRunnable run) => run.Run();

    protected override void Shutdown()
    {
        // Has no threads of its own.
    }
}

/// <summary>Hands out the one dispatcher of its configuration section.</summary>
public class CallingThreadDispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly CallingThreadDispatcher _dispatcher;

    public CallingThreadDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites) => _dispatcher = new CallingThreadDispatcher(this);

    public override MessageDispatcher Dispatcher() => _dispatcher;
}
