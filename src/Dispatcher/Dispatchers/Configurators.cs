using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Creates an <see cref="InstrumentedDispatcher"/> from a dispatcher's HOCON. Use it as the <c>type</c> of <c>akka.actor.default-dispatcher</c> or of
/// any other dispatcher section; the executor and all other settings stay. Or use it for one actor by the id
/// <see cref="AkkaInstrumentationConfig.DispatcherId"/>.
/// </summary>
internal sealed class InstrumentedDispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly InstrumentedDispatcher _dispatcher;

    /// <summary>Called by Akka at the first look-up of the dispatcher's id.</summary>
    // Only an application's HOCON names the scheduler. This attribute keeps it in a trimmed program that uses these dispatchers.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(InstrumentedScheduler))]
    public InstrumentedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        _dispatcher = new InstrumentedDispatcher(this, ConfigureExecutor());
    }

    /// <inheritdoc />
    public override MessageDispatcher Dispatcher() => _dispatcher;
}

/// <summary>
/// The instrumented counterpart of Akka's <c>PinnedDispatcher</c>. Each actor gets a dispatcher with its own thread, whatever executor the section
/// names. Use it as the <c>type</c> of a dispatcher section, or for one actor by the id <see cref="AkkaInstrumentationConfig.PinnedDispatcherId"/>.
/// </summary>
internal sealed class InstrumentedPinnedDispatcherConfigurator : MessageDispatcherConfigurator
{
    private static readonly Config OneThread = ConfigurationFactory.ParseString(
        """
        executor = fork-join-executor
        dedicated-thread-pool { thread-count = 1, threadtype = background }
        fork-join-executor { parallelism-min = 1, parallelism-factor = 1, parallelism-max = 1 }
        """);

    private readonly ExecutorServiceConfigurator _oneThread;

    /// <summary>Called by Akka at the first look-up of the dispatcher's id.</summary>
    public InstrumentedPinnedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(OneThread.WithFallback(config), prerequisites)
    {
        _oneThread = ConfigureExecutor();
    }

    /// <summary>Returns a new dispatcher at each call. Akka calls it once for each actor.</summary>
    public override MessageDispatcher Dispatcher() => new InstrumentedDispatcher(this, _oneThread);
}

/// <summary>
/// Replaces Akka's <c>SynchronizedDispatcher</c>. Each actor runs on the synchronization context of the thread that starts it, for example a window's
/// thread.
/// </summary>
internal sealed class InstrumentedSynchronizedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(ConfigurationFactory.ParseString("executor = current-context-executor").WithFallback(config), prerequisites)
{
    public override MessageDispatcher Dispatcher() => new SynchronizedDispatcher(this, ConfigureExecutor());

    private sealed class SynchronizedDispatcher : InstrumentedDispatcher
    {
        public SynchronizedDispatcher(MessageDispatcherConfigurator configurator, ExecutorServiceFactory executor)
            : base(configurator, executor)
        {
            // The first task creates the executor. It runs here because the right context is current here.
            ExecuteTask(new ActionRunnable(static () => { }));
        }
    }
}

/// <summary>
/// Replaces the test kit's calling-thread dispatcher. The sender's thread runs the mailbox, possibly inside the message of another actor.
/// </summary>
internal sealed class InstrumentedCallingThreadDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    public override MessageDispatcher Dispatcher() => new CallingThreadDispatcher(this);

    private sealed class CallingThreadDispatcher : MessageDispatcher
    {
        public CallingThreadDispatcher(MessageDispatcherConfigurator configurator)
            : base(configurator) => Id = configurator.Config.GetString("id");

        public override void Attach(ActorCell cell)
        {
            DispatcherInstrumentation.Attach(cell);
            base.Attach(cell);
        }

        public override void SystemDispatch(ActorCell cell, SystemMessage message)
        {
            DispatcherInstrumentation.SystemDispatch(cell, message);
            base.SystemDispatch(cell, message);
        }

        // As in Akka (1.5.73): after an await, a handler must continue in the context of the actor's own scheduler, not in that of the test.
        protected override void ExecuteTask(IRunnable run)
        {
            var tests = SynchronizationContext.Current;
            SynchronizationContext.SetSynchronizationContext(null);
            try
            {
                DispatcherInstrumentation.ExecuteTask(run).Run();
            }
            finally
            {
                SynchronizationContext.SetSynchronizationContext(tests);
            }
        }

        protected override void Shutdown()
        {
            // it has no threads of its own
        }
    }
}
