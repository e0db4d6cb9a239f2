namespace AkkaInstrumentation;

/// <summary>Writes a tracked action as a sequence diagram for Mermaid.</summary>
internal static class StepDiagram
{
    private const string Test = "Test";

    public static string Draw(TrackedAction tracked)
    {
        var lines = new List<string>();
        var participants = new List<string>();
        Note(Test);
        foreach (var message in tracked.Messages)
        {
            Arrow(SenderOf(message), "->>", message.ActorType, message.MessageType);
            if (message.Failure is { } failure)
            {
                lines.Add($"    Note over {Note(message.ActorType)}: {Plain(failure.Outline)}");
            }
        }

        foreach (var loss in tracked.Contents.Losses)
        {
            var by = NameOf(loss.Cause);
            Arrow(by, "-x", loss.IsUnhandled ? by : "dead letters", loss.IsUnhandled ? $"{loss.MessageType}, unhandled" : loss.MessageType);
        }

        foreach (var sent in tracked.SentToNodes)
        {
            Arrow(NameOf(sent.Cause), "->>", "another node", sent.MessageType);
        }

        return string.Join(
            '\n', ["sequenceDiagram", .. participants.Select((name, number) => $"    participant p{number} as {Plain(name)}"), .. lines]);

        void Arrow(string from, string arrow, string to, string what) => lines.Add($"    {Note(from)}{arrow}{Note(to)}: {Plain(what)}");

        string Note(string name)
        {
            if (participants.IndexOf(name) is var known and >= 0)
            {
                return $"p{known}";
            }

            participants.Add(name);
            return $"p{participants.Count - 1}";
        }
    }

    private static string SenderOf(MessageStep message) => NameOf(message.Cause);

    // The name of the nearest message above the step, because spans of other libraries are no participants.
    private static string NameOf(TrackedStep? step)
    {
        while (step is not (null or MessageStep))
        {
            step = step.Cause;
        }

        return (step as MessageStep)?.ActorType ?? Test;
    }

    // Mermaid ends a line at a semicolon, and reads a number sign as an entity.
    private static string Plain(string text) => text.Replace(';', ',').Replace('#', ' ').ReplaceLineEndings(" ");
}
