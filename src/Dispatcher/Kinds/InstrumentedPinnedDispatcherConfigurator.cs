using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of Akka's <c>PinnedDispatcher</c>: each actor gets a dispatcher with one thread of its
/// own, whatever executor the section names. Use it as the <c>type</c> of a dispatcher section, or per actor by the id
/// <see cref="InstrumentationConfig.PinnedDispatcherId"/>.
/// </summary>
public sealed class InstrumentedPinnedDispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly ExecutorServiceConfigurator _oneThread;

    /// <summary>Called by Akka when the dispatcher's id is first looked up.</summary>
    public InstrumentedPinnedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        _oneThread = Executors.OneThread(Config.GetString("id"), prerequisites);
    }

    /// <summary>A new dispatcher each time: Akka asks once for each actor.</summary>
    public override MessageDispatcher Dispatcher() => new InstrumentedDispatcher(this, _oneThread);
}
