using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Makes an <see cref="InstrumentedDispatcher"/> out of a dispatcher's HOCON. Use it as the <c>type</c> of
/// <c>akka.actor.default-dispatcher</c> or any other dispatcher section (the executor and all other settings stay), or
/// per actor by the id <see cref="InstrumentationConfig.DispatcherId"/>.
/// </summary>
public sealed class InstrumentedDispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly InstrumentedDispatcher _dispatcher;

    /// <summary>Called by Akka when the dispatcher's id is first looked up.</summary>
    public InstrumentedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        _dispatcher = new InstrumentedDispatcher(this, ConfigureExecutor());
    }

    /// <inheritdoc />
    public override MessageDispatcher Dispatcher() => _dispatcher;
}
