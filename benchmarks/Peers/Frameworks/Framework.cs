using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A framework with its telemetry as its own documents switch it on. One process measures one framework.</summary>
internal abstract class Framework : IAsyncDisposable
{
    /// <summary>All frameworks, by the name of the results.</summary>
    public static readonly IReadOnlyDictionary<string, Func<Framework>> All = new Dictionary<string, Func<Framework>>
    {
        ["Akka.NET"] = static () => new AkkaFramework(),
        ["Orleans"] = static () => new OrleansFramework(),
        ["Wolverine"] = static () => new WolverineFramework(),
        ["MassTransit"] = static () => new MassTransitFramework(),
        ["Proto.Actor"] = static () => new ProtoFramework(),
    };

    /// <summary>Its instrument that counts each message.</summary>
    public abstract string MessageInstrument { get; }

    /// <summary>What samples a share of the traces in the SDK.</summary>
    public virtual Sampler Sampler(double share) =>
        new ParentBasedSampler(share < 1 ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler());

    /// <summary>How many spans a message has; null where the framework lacks the workload.</summary>
    public abstract int? SpansPerMessage(PeerWorkload workload);

    /// <summary>Whether the framework has this state.</summary>
    public virtual bool Has(PeerState state) => true;

    /// <summary>With and without telemetry, so that a state only chooses.</summary>
    public abstract Task Start();

    public abstract void Listen(TracerProviderBuilder spans);

    public abstract void Listen(MeterProviderBuilder metrics);

    /// <summary>Sends the messages; ends when all are handled.</summary>
    public abstract Task Run(PeerWorkload workload, PeerState state, int messages);

    public abstract ValueTask DisposeAsync();
}
