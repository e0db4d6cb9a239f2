using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

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

        // As Akka's (1.5.73): what a handler awaits must not go on under the test's context, but under that of the actor's own scheduler.
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
