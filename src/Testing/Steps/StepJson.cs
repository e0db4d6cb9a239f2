using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AkkaInstrumentation;

/// <summary>Writes a tracked action as JSON. A step refers to its cause by its number in the list.</summary>
internal static class StepJson
{
    private static readonly JsonSerializerOptions Options = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Serialize(TrackedAction tracked)
    {
        var numbers = new Dictionary<TrackedStep, int>(ReferenceEqualityComparer.Instance);
        return new JsonObject
        {
            ["steps"] = All(tracked.Steps, step =>
            {
                numbers.Add(step, numbers.Count);
                return StepOf(step, CauseOf(step.Cause));
            }),
            ["lost"] = All(tracked.Contents.Losses, loss => new()
            {
                ["messageType"] = loss.MessageType,
                ["receiverPath"] = loss.ReceiverPath,
                ["senderPath"] = loss.SenderPath,
                ["unhandled"] = loss.IsUnhandled,
                ["cause"] = CauseOf(loss.Cause),
            }),
            ["sentToNodes"] = All(tracked.SentToNodes, sent => new()
            {
                ["messageType"] = sent.MessageType,
                ["node"] = sent.Node,
                ["cause"] = CauseOf(sent.Cause),
            }),
            ["log"] = All(tracked.LogLines, line => new()
            {
                ["level"] = line.Level.ToString(),
                ["source"] = line.Source,
                ["text"] = line.Text,
                ["cause"] = CauseOf(line.Cause),
            }),
        }.ToJsonString(Options).ReplaceLineEndings("\n");

        int? CauseOf(TrackedStep? cause) => cause is not null && numbers.TryGetValue(cause, out var number) ? number : null;
    }

    private static JsonArray All<T>(IEnumerable<T> all, Func<T, JsonObject> one) => new([.. all.Select(one)]);

    private static JsonObject StepOf(TrackedStep step, int? cause)
    {
        var json = new JsonObject { ["name"] = step.Name, ["cause"] = cause };
        if (step is MessageStep message)
        {
            json["actorType"] = message.ActorType;
            json["messageType"] = message.MessageType;
            json["actorPath"] = message.ActorPath;
            json["senderPath"] = message.SenderPath;
            json["systemName"] = message.SystemName;
            json["timesStashed"] = message.TimesStashed;
            json["waitSeconds"] = message.WaitTime?.TotalSeconds;
            if (message.Failure is { } failure)
            {
                json["failure"] = new JsonObject
                {
                    ["errorType"] = failure.ErrorType,
                    ["message"] = failure.Message,
                    ["directive"] = failure.Directive,
                };
            }
        }

        json["durationSeconds"] = step.Duration?.TotalSeconds;
        return json;
    }
}
