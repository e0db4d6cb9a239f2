using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// In the place of the test kit's calling-thread dispatcher: a mailbox is run by whoever sends to it, also inside the
/// message of another actor on the same thread.
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

        protected override void ExecuteTask(IRunnable run) => DispatcherInstrumentation.ExecuteTask(run).Run();

        protected override void Shutdown()
        {
            // no threads of its own
        }
    }
}
