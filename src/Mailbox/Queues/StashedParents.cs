using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Remembers whose span a message belonged to for the time it spends in the actor's stash, which keeps Akka's envelope
/// only. Nothing tells when a message is stashed, so every traced one is remembered, weakly, until it is collected.
/// Used by the thread that runs the mailbox.
/// </summary>
internal struct StashedParents
{
    private ConditionalWeakTable<object, Activity>? _parents;

    public void Remember(object message, Activity? parent)
    {
        if (parent is not null)
        {
            (_parents ??= new()).AddOrUpdate(message, parent);
        }
    }

    /// <summary>The first sender's span, else the one that is current where the message is put back.</summary>
    public readonly Activity? Of(object message) =>
        _parents is not null && _parents.TryGetValue(message, out var parent) ? parent : Activity.Current;
}
