namespace AkkaInstrumentation;

/// <summary>An actor reference provider whose references to other nodes take the context along.</summary>
internal interface ITracedProvider
{
    IEnvelopeTraffic Tracing { get; }
}

/// <summary>What the envelopes' serializer asks its system. Threads that write to and read from the network.</summary>
internal interface IEnvelopeTraffic
{
    /// <summary>The counts of the system; null before it has started.</summary>
    RemoteCounts? Counts { get; }

    /// <summary>Whether a message of this size can be sent.</summary>
    bool Fits(int bytes);

    /// <summary>A context, or a part of it, was left out. Counted, and reported once for each reason.</summary>
    void Refused(string reason);
}
