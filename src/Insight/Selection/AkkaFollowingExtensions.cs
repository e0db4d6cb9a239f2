namespace AkkaInstrumentation;

/// <summary>Follows some messages of a running actor system, for a limited time and number.</summary>
public static class AkkaFollowingExtensions
{
    extension(AkkaInstrumentationControl control)
    {
        /// <summary>What is followed now, full traces too.</summary>
        public IReadOnlyList<AkkaFollowing> Followings => [.. control.Settings.Timed.OfType<AkkaFollowing>()];

        /// <summary>
        /// Follows one order: each message whose value of an attribute is this one begins a recorded trace, with all that follows, also on other
        /// nodes, whatever ratio and budget say. It costs messages that have the attribute about as much as sampled ones, and others nothing.
        /// </summary>
        /// <param name="attribute">
        /// An attribute that spans show, by <see cref="SpanAttributeAttribute"/> or a rule's <c>attributes</c>, or an item of the baggage, for
        /// example <c>order.id</c>.
        /// </param>
        /// <param name="value">Its value, as spans show it.</param>
        /// <param name="duration">The duration, at most a day.</param>
        /// <param name="traces">The most traces of a node, up to 10,000.</param>
        /// <param name="onAllNodes">
        /// Whether the other nodes of the cluster follow it too, as from the page's view <i>Settings</i>: those whose dashboard has
        /// <c>ChangesFromOtherNodes</c>. <see cref="AkkaFollowing.Nodes"/> says what each has answered.
        /// </param>
        /// <returns>What is followed. Dispose it to end that earlier.</returns>
        /// <exception cref="ArgumentException">A value is not allowed.</exception>
        /// <exception cref="InvalidOperationException">20 are in force. One of them must end first.</exception>
        public AkkaFollowing Follow(string attribute, string value, TimeSpan duration, int traces = 100, bool onAllNodes = false)
        {
            ArgumentException.ThrowIfNullOrEmpty(attribute);
            ArgumentNullException.ThrowIfNull(value);
            return control.Follow(new() { Attribute = attribute, Value = value, Duration = duration, Traces = traces }, onAllNodes);
        }

        /// <summary>The same for messages to some actors, of some types, with or without a value.</summary>
        /// <param name="selection">Which messages.</param>
        /// <param name="onAllNodes">Whether the other nodes of the cluster that allow it follow them too.</param>
        /// <returns>What is followed. Dispose it to end that earlier.</returns>
        /// <exception cref="ArgumentException">Something of the selection is not allowed.</exception>
        /// <exception cref="InvalidOperationException">20 are in force. One of them must end first.</exception>
        public AkkaFollowing Follow(AkkaSelection selection, bool onAllNodes = false)
        {
            ArgumentNullException.ThrowIfNull(selection);
            var following = new AkkaFollowing(
                selection, "follow", control.Settings.Remove, nodes: onAllNodes ? control.Extension.Insight.Nodes : null);
            control.Begin(following);
            return following;
        }

        /// <summary>
        /// Gives every message to some actors a span, for a limited time, whatever rules, ratio, budget and Props say. This includes messages that
        /// were sent inside an unsampled trace; such a message begins a new trace. A code filter and the sampler of
        /// the OpenTelemetry SDK still apply. If no actor has the path now, a warning in the log names the nearest existing path.
        /// </summary>
        /// <param name="path">Path of an actor, or a pattern as in rules: <c>/user/orders/42</c>, <c>/user/orders/**</c>.</param>
        /// <param name="duration">The duration, at most a day.</param>
        /// <returns>Dispose it to end the full trace earlier.</returns>
        /// <exception cref="ArgumentException">The path is no path or pattern, or the duration is not above zero or above a day.</exception>
        /// <exception cref="InvalidOperationException">20 are in force. One of them must end first.</exception>
        public IDisposable TraceFully(string path, TimeSpan duration)
        {
            ArgumentException.ThrowIfNullOrEmpty(path);
            var effect = new RuleEffect { Trace = AkkaTraceMode.Always, TracesAll = true };
            var trace = new AkkaFollowing(new() { Actors = path, Duration = duration }, "trace-fully", control.Settings.Remove, effect);
            control.Begin(trace);
            return trace;
        }

        /// <summary>Keeps the last messages of some actors for a limited time, as the rule's key <c>last-messages</c> does.</summary>
        /// <param name="selection">Which actors, and how long. Their messages are kept whatever these are.</param>
        /// <param name="messages">How many of each actor, from 1 to 1,024.</param>
        /// <returns>Dispose it to end that earlier.</returns>
        /// <exception cref="ArgumentException">Something of the selection is not allowed.</exception>
        /// <exception cref="InvalidOperationException">20 are in force. One of them must end first.</exception>
        public AkkaFollowing RecordLastMessages(AkkaSelection selection, int messages = 100)
        {
            ArgumentNullException.ThrowIfNull(selection);
            ArgumentOutOfRangeException.ThrowIfLessThan(messages, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(messages, 1_024);
            if (selection is not { Messages: null, Attribute: null })
            {
                throw new ArgumentException("The last messages are those of an actor, whatever their type and values.", nameof(selection));
            }

            var recording = new AkkaFollowing(selection, "record", control.Settings.Remove, new RuleEffect { LastMessages = messages });
            control.Begin(recording);
            return recording;
        }

        private void Begin(AkkaFollowing following)
        {
            control.Settings.Add(following);
            if (AkkaSelection.PatternOf(following.Selection.Actors) is { } pattern)
            {
                control.Extension.Insight.Follows(pattern);
            }

            following.AskNodes();
        }
    }
}
