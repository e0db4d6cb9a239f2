namespace AkkaInstrumentation;

/// <summary>A value by which messages are followed: each one that has it begins a recorded trace, up to a number. Any thread.</summary>
/// <param name="name">The attribute that shows the value in spans, or the name of an item of the baggage. Null for every message.</param>
/// <param name="value">The value, as text.</param>
/// <param name="most">The most traces.</param>
internal sealed class FollowedValue(string? name, string? value, int most) : FollowedMessages
{
    private int _taken;
    private volatile bool _hasEnded;

    public override string? Name => name;

    // Once there are enough, a hot value costs its messages a comparison.
    private bool IsOpen => Volatile.Read(ref _taken) < most && !_hasEnded;

    /// <summary>The traces so far.</summary>
    public int Taken => Volatile.Read(ref _taken);

    public override bool TryTake(object message, MessageFields? fields, CarriedBaggage? baggage) =>
        IsOpen
        && (name is null || fields?.Find(name, message) == value
            || (baggage is not null && baggage.Items.Concat(baggage.AmbientItems).Any(item => item.Key == name && item.Value == value)))
        && TryTake();

    public override string ToString() => name is null ? "all" : ForeignText.Clean($"{name} = {value}");

    /// <summary>Nothing is followed any more, also where a run has begun with it.</summary>
    public void End() => _hasEnded = true;

    /// <summary>Whether there may be one more trace.</summary>
    private bool TryTake()
    {
        for (var taken = Volatile.Read(ref _taken); taken < most && !_hasEnded;)
        {
            var found = Interlocked.CompareExchange(ref _taken, taken + 1, taken);
            if (found == taken)
            {
                return true;
            }

            taken = found;
        }

        return false;
    }
}
