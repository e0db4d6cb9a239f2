using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Another node, identified by its address, and whether it can read contexts. That is known for one association only: the next association with this
/// address may be with another process. Any thread. State changes under the lock; nothing is sent and no other lock is taken while it is held.
/// </summary>
internal sealed class Peer(Address address, Peers peers)
{
    private readonly object _lock = new();
    private TaggedCount? _sent;
    private long _association = Peers.NewNumber();
    private long _asked;
    private int _refusals;
    private bool _isAssociated;
    private volatile bool _isWanted;
    private volatile bool _isDropped;
    private volatile bool _reads;

    public Address Address => address;

    /// <summary>The number that the question of this association has.</summary>
    internal long Association => Volatile.Read(ref _association);

    /// <summary>
    /// Whether it has left the table for good. Waiting envelopes may still refer to it. It counts as unable to read contexts, so they are written as
    /// without this library.
    /// </summary>
    public bool IsDropped => _isDropped;

    /// <summary>Whether a context can be written to the node now. Any thread.</summary>
    public bool Reads => peers.Mode switch
    {
        AkkaRemoteTracing.Always => true,
        AkkaRemoteTracing.Off => false,
        _ => _reads,
    };

    /// <summary>The messages that were sent to this node.</summary>
    public TaggedCount? Sent => _sent ??= peers.Counts?.Sent.For(address.ToString());

    /// <summary>Messages to this node could not be sent.</summary>
    public void CountDrop(long messages) => peers.Counts?.Dropped.For(address.ToString()).Increment(messages);

    /// <summary>
    /// A message that has a context is about to be sent to the node. Returns whether the node has answered that it can read contexts. Asks the node
    /// if it was not asked yet. Sender's thread.
    /// </summary>
    public bool ShouldAttachContext()
    {
        if (peers.Mode == AkkaRemoteTracing.Negotiated && !_isWanted)
        {
            _isWanted = true;
            AskIfWanted();
        }

        return Reads;
    }

    /// <summary>An association begins. What was known before belongs to another association. Returns false if the node has been dropped.</summary>
    public bool TryAssociate()
    {
        lock (_lock)
        {
            if (_isDropped)
            {
                return false;
            }

            _isAssociated = true;
            _association = Peers.NewNumber();
            _refusals = 0;
            _reads = false;
        }

        AskIfWanted();
        return true;
    }

    /// <summary>
    /// An association has ended. The known state stays: messages that wait for the next association are written after that has begun, and this event
    /// may be about an earlier association.
    /// </summary>
    public void Disassociated()
    {
        lock (_lock)
        {
            _isAssociated = false;
        }
    }

    /// <summary>Drops the node unless it has an association.</summary>
    public bool TryDrop()
    {
        lock (_lock)
        {
            // The order matters: a thread that sees the drop takes a new object; a thread that does not finds that the node cannot read contexts.
            _reads &= _isAssociated;
            return _isDropped |= !_isAssociated;
        }
    }

    /// <summary>Asks the node, if a sender needs the answer and the node was not asked in this association.</summary>
    public void AskIfWanted()
    {
        long association;
        lock (_lock)
        {
            // Without an association, a question would create one. But the end of an association may be published after the start of the next one. A
            // node that was dropped in between has an association that is not known here.
            if (!_isWanted || !(_isAssociated || peers.HasDropped) || _asked == _association || _isDropped)
            {
                return;
            }

            association = _asked = _association;
        }

        peers.Ask(this, association);
    }

    /// <summary>The node has answered. Returns false if the answer is for another association or another node.</summary>
    /// <param name="association">The number in the question.</param>
    /// <param name="reads">Whether the node can read contexts.</param>
    public bool TryAnswer(long association, bool reads)
    {
        int refusals;
        lock (_lock)
        {
            if (association != _association || _isDropped)
            {
                return false;
            }

            _reads = reads;
            refusals = _refusals++;
        }

        if (!reads)
        {
            // A node accepts connections a moment before its actor can answer. So a refusal is not final.
            peers.AskLater(this, association, refusals);
        }

        return true;
    }

    /// <summary>Asks once more, unless there is a new association.</summary>
    public void AskAgain(long association)
    {
        lock (_lock)
        {
            _asked = association == _association && !_reads ? 0 : _asked;
        }

        AskIfWanted();
    }
}
