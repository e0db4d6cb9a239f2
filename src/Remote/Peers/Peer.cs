using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Another node, by its address, and whether it can read contexts. That is known for one association only: the next one at this address may be with
/// another process. Any thread.
/// </summary>
internal sealed class Peer(Address address, Peers peers)
{
    private readonly object _lock = new();
    private TaggedCount? _sent;
    private int _association;
    private int _asked;
    private bool _isWanted;
    private int _refusals;
    private volatile bool _reads;
    private volatile bool _isDeaf;
    private volatile bool _isPending;

    public Address Address => address;

    /// <summary>Whether a context can be written to the node now. The thread that writes to the network.</summary>
    public bool Reads => peers.Mode switch
    {
        AkkaRemoteTracing.Always => true,
        AkkaRemoteTracing.Off => false,
        _ => _reads,
    };

    /// <summary>The messages that were sent to this node.</summary>
    public TaggedCount? Sent => _sent ??= peers.Counts?.Sent.For(address.ToString());

    /// <summary>
    /// A message that has a context is about to be sent to the node. Returns false if its context cannot be sent. Asks the node if nobody has. Sender's
    /// thread.
    /// </summary>
    public bool MayRead()
    {
        switch (peers.Mode)
        {
            case AkkaRemoteTracing.Always:
                return true;
            case AkkaRemoteTracing.Off:
                return false;
            default:
                if (!_reads && !_isPending && !_isDeaf)
                {
                    Want();
                }

                return !_isDeaf;
        }
    }

    /// <summary>
    /// An association begins. Whatever was known belongs to another one. Called before anything is written to it, on the thread of Akka that publishes
    /// the event.
    /// </summary>
    public void Associated()
    {
        lock (_lock)
        {
            _association++;
            _refusals = 0;
            _reads = _isDeaf = false;
            AskIfWanted();
        }
    }

    /// <summary>Questions can be asked from now on.</summary>
    public void CanAsk()
    {
        lock (_lock)
        {
            AskIfWanted();
        }
    }

    /// <summary>The node has answered. Answers that belong to an earlier association are ignored.</summary>
    /// <param name="association">The number in the question.</param>
    /// <param name="reads">Whether the node can read contexts.</param>
    public void Answered(int association, bool reads)
    {
        lock (_lock)
        {
            if (association != _association)
            {
                return;
            }

            _reads = reads;
            _isDeaf = !reads;
            if (!reads)
            {
                // A node listens a moment before its actor can answer. So a refusal is not final.
                peers.AskAgain(this, association, _refusals++);
            }
        }
    }

    /// <summary>Asks once more, unless there is a new association.</summary>
    public void AskAgain(int association)
    {
        lock (_lock)
        {
            if (association == _association && !_reads)
            {
                peers.Ask(this, association);
            }
        }
    }

    private void Want()
    {
        lock (_lock)
        {
            _isWanted = true;
            _isPending = true;
            AskIfWanted();
        }
    }

    private void AskIfWanted()
    {
        // Without an association, a question would make one.
        if (_isWanted && _association > 0 && _asked != _association && peers.CanAsk)
        {
            _asked = _association;
            peers.Ask(this, _association);
        }
    }
}
