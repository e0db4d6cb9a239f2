using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Another node, by its address, and whether it can read contexts. That is known for one association only: the next one at this address may be with
/// another process. Any thread.
/// <para>
/// A node without an association to which nobody sends is dropped from the table. Envelopes that wait may still have it. It reads nothing from then
/// on, so they travel as without this library.
/// </para>
/// </summary>
internal sealed class Peer(Address address, Peers peers)
{
    private readonly object _lock = new();
    private TaggedCount? _sent;
    private int _association = peers.NextAssociation();
    private int _asked;
    private bool _hasBeenAssociated;
    private bool _isAssociated;
    private bool _wasUnused;
    private int _refusals;
    private volatile bool _isUsed;
    private volatile bool _isDropped;
    private volatile bool _reads;
    private volatile bool _isWanted;

    public Address Address => address;

    /// <summary>Whether it has left the table, for ever.</summary>
    public bool IsDropped => _isDropped;

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
    /// A message that has a context is about to be sent to the node. Returns whether the node has said that it can read it. Asks the node if nobody has.
    /// Sender's thread.
    /// </summary>
    public bool ShouldAttachContext()
    {
        switch (peers.Mode)
        {
            case AkkaRemoteTracing.Always:
                return true;
            case AkkaRemoteTracing.Off:
                return false;
            default:
                if (!_isUsed)
                {
                    _isUsed = true;
                }

                if (!_isWanted)
                {
                    Want();
                }

                return _reads;
        }
    }

    /// <summary>
    /// An association begins. Whatever was known belongs to another one. Returns false if the node has been dropped.
    /// </summary>
    public bool TryAssociate()
    {
        lock (_lock)
        {
            if (_isDropped)
            {
                return false;
            }

            _isAssociated = _hasBeenAssociated = true;
            _association = peers.NextAssociation();
            _refusals = 0;
            _reads = false;
            AskIfWanted();
            return true;
        }
    }

    /// <summary>
    /// An association has ended. What is known stays: messages that wait for the next one are written after it has begun, and this may be the end of an
    /// earlier one.
    /// </summary>
    public void Disassociated()
    {
        lock (_lock)
        {
            _isAssociated = false;
            _isUsed = _wasUnused = false;
        }
    }

    /// <summary>Drops the node if it has no association and nobody has sent a context to it since the call before.</summary>
    public bool TryDrop()
    {
        // The thread may hold another node's lock. So it does not wait for this one: a node that somebody works with is in use.
        if (!Monitor.TryEnter(_lock))
        {
            return false;
        }

        try
        {
            return _isDropped || (!_isAssociated && DropUnlessUsed());
        }
        finally
        {
            Monitor.Exit(_lock);
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
            if (association != _association || _isDropped)
            {
                return;
            }

            _reads = reads;
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
            if (association == _association && !_reads && !_isDropped)
            {
                peers.Ask(this, association);
            }
        }
    }

    /// <summary>Asks, unless the node was asked.</summary>
    public void AskWithoutAssociation()
    {
        lock (_lock)
        {
            if (_asked != _association && peers.CanAsk && !_isDropped)
            {
                _asked = _association;
                peers.Ask(this, _association);
            }
        }
    }

    private bool DropUnlessUsed()
    {
        if (_isUsed || !_wasUnused)
        {
            _isUsed = false;
            _wasUnused = true;
            return false;
        }

        // In this order: who sees that it was dropped takes a new one, and who does not sees one that cannot read.
        _reads = false;
        _isDropped = true;
        return true;
    }

    private void Want()
    {
        lock (_lock)
        {
            if (_isDropped)
            {
                return;
            }

            if (!_isWanted && !_hasBeenAssociated && peers.MayHaveDropped)
            {
                peers.AskWithoutAssociation(this);
            }

            _isWanted = true;
            AskIfWanted();
        }
    }

    private void AskIfWanted()
    {
        // Without an association, a question would make one.
        if (_isWanted && _hasBeenAssociated && _asked != _association && peers.CanAsk)
        {
            _asked = _association;
            peers.Ask(this, _association);
        }
    }
}
