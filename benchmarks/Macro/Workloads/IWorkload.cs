using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Traffic to measure. It is the same in every state; actors derive from <see cref="WorkActor"/>.</summary>
internal interface IWorkload
{
    /// <summary>As in the results and on the command line.</summary>
    string Name { get; }

    /// <summary>One line for the reader of the results.</summary>
    string What { get; }

    /// <summary>Messages of one iteration in a full run; a quick one takes a part.</summary>
    int Messages { get; }

    /// <summary>Settings of the actor system, in every state.</summary>
    string Hocon => "";

    /// <summary>The states that a full run measures besides the uninstrumented one; null for those that every workload has.</summary>
    IReadOnlyList<string>? States => null;

    /// <summary>Whether the load decides how long an iteration lasts. Its figures are processor time and latency; throughput means nothing.</summary>
    bool IsPaced => false;

    /// <summary>Whether the process does nothing but the work, so that its processor time is what a message costs.</summary>
    bool MeasuresProcessorTime => true;

    /// <summary>The latencies since the last call; null where they are not measured.</summary>
    Latencies? TakeLatencies() => null;

    /// <summary>A measuring process that does not answer for so long is killed.</summary>
    TimeSpan Patience => TimeSpan.FromMinutes(2);

    /// <summary>Makes the actors. Once per process, not measured.</summary>
    Task Start(ActorSystem system);

    /// <summary>One iteration: from the first message sent until the last one is processed.</summary>
    /// <returns>How many messages actors processed.</returns>
    Task<long> Run(int messages);
}
