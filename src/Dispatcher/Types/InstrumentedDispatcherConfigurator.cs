using System.Diagnostics.CodeAnalysis;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Creates an <see cref="InstrumentedDispatcher"/> from a dispatcher's HOCON. Use it as the <c>type</c> of <c>akka.actor.default-dispatcher</c> or of
/// any other dispatcher section; the executor and all other settings stay. Or use it for one actor by the id
/// <see cref="AkkaInstrumentationConfig.DispatcherId"/>.
/// </summary>
public sealed class InstrumentedDispatcherConfigurator : MessageDispatcherConfigurator
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
