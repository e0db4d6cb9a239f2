using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>The messages of a tracked action that have been neither handled nor lost. Only under the lock of its recorder.</summary>
internal sealed class PendingMessages
{
    private const int MaxKinds = 10;

    private readonly LinkedList<FollowedMessage> _ofActors = [];
    private readonly LinkedList<FollowedMessage> _ofSystem = [];

    public bool IsEmpty => _ofActors.Count == 0 && _ofSystem.Count == 0;

    /// <summary>Akka's own messages that wait for an actor.</summary>
    public List<FollowedMessage> OfSystemFor(ObservedMailbox receiver) =>
        [.. _ofSystem.Where(message => ReferenceEquals(message.Receiver, receiver))];

    public void Add(FollowedMessage message) => message.Place ??= ListOf(message).AddLast(message);

    /// <summary>Removes a message. Returns whether it was in the list.</summary>
    public bool Remove(FollowedMessage message)
    {
        if (message.Place is not { } place)
        {
            return false;
        }

        ListOf(message).Remove(place);
        message.Place = null;
        return true;
    }

    /// <summary>A text that lists the pending messages, the oldest first.</summary>
    /// <param name="steps">The action's steps. Open steps without a message are listed too.</param>
    public string Text(IEnumerable<TrackedStep> steps)
    {
        var atWork = _ofActors.Select(message => (TrackedStep?)message.Step).ToHashSet();
        var kinds = _ofActors.Concat(_ofSystem)
            .GroupBy(message => message.Text)
            .Select(kind => (Text: kind.Count() == 1 ? kind.Key : $"{kind.Count()} times: {kind.Key}", Age: kind.Max(message => message.Age)))
            .Concat(steps
                .Where(step => step.IsOpen && !atWork.Contains(step))
                .Select(step => (Text: $"the span {step.Name} is open", Age: TimeSpan.Zero)))
            .OrderByDescending(kind => kind.Age)
            .ToList();
        var lines = kinds.Take(MaxKinds).Select(kind =>
            $"  {kind.Text}{(kind.Age == default ? "" : string.Create(CultureInfo.InvariantCulture, $", for {kind.Age.TotalSeconds:0.0} s"))}");
        return string.Join('\n', kinds.Count > MaxKinds ? lines.Append($"  and {kinds.Count - MaxKinds} more") : lines);
    }

    private LinkedList<FollowedMessage> ListOf(FollowedMessage message) => message.IsOfSystem ? _ofSystem : _ofActors;
}
