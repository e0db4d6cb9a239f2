using System.Diagnostics.CodeAnalysis;
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
    // The scheduler is named by an application's HOCON only; where there are dispatchers of ours, a trimmed program keeps it.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(InstrumentedScheduler))]
    public InstrumentedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        _dispatcher = new InstrumentedDispatcher(this, ConfigureExecutor());
    }

    /// <inheritdoc />
    public override MessageDispatcher Dispatcher() => _dispatcher;
}
