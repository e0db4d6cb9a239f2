using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of Akka's <c>PinnedDispatcher</c>. Each actor gets a dispatcher with its own thread, whatever executor the section
/// names. Use it as the <c>type</c> of a dispatcher section, or for one actor by the id <see cref="AkkaInstrumentationConfig.PinnedDispatcherId"/>.
/// </summary>
public sealed class InstrumentedPinnedDispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly ExecutorServiceConfigurator _oneThread;

    /// <summary>Called by Akka at the first look-up of the dispatcher's id.</summary>
    public InstrumentedPinnedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        _oneThread = Executors.OneThread(Config.GetString("id"), prerequisites);
    }

    /// <summary>Returns a new dispatcher at each call. Akka calls it once for each actor.</summary>
    public override MessageDispatcher Dispatcher() => new InstrumentedDispatcher(this, _oneThread);
}
