using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace AkkaInstrumentation;

/// <summary>Writes a tracked action as JSON. A step refers to its cause by its number in the list.</summary>
internal static class StepJson
{
    private static readonly JsonWriterOptions Options = new() { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Serialize(TrackedAction tracked)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, Options))
        {
            Write(json, tracked);
        }

        return Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length).ReplaceLineEndings("\n");
    }

    private static void Write(Utf8JsonWriter json, TrackedAction tracked)
    {
        var numbers = new Dictionary<TrackedStep, int>(ReferenceEqualityComparer.Instance);
        json.WriteStartObject();
        WriteAll(json, "steps", tracked.Steps, step =>
        {
            numbers.Add(step, numbers.Count);
            json.WriteString("name", step.Name);
            WriteCause(json, numbers, step.Cause);
            if (step is MessageStep message)
            {
                WriteMessage(json, message);
            }

            WriteTime(json, "duration", step.Duration);
        });
        WriteAll(json, "lost", tracked.Contents.Losses, loss =>
        {
            json.WriteString("message", loss.Message);
            json.WriteString("receiver", loss.Receiver);
            json.WriteString("sender", loss.Sender);
            json.WriteBoolean("unhandled", loss.IsUnhandled);
            WriteCause(json, numbers, loss.Cause);
        });
        WriteAll(json, "sentToNodes", tracked.SentToNodes, sent =>
        {
            json.WriteString("message", sent.Message);
            json.WriteString("node", sent.Node);
            WriteCause(json, numbers, sent.Cause);
        });
        WriteAll(json, "log", tracked.LogLines, line =>
        {
            json.WriteString("level", line.Level.ToString());
            json.WriteString("source", line.Source);
            json.WriteString("text", line.Text);
            WriteCause(json, numbers, line.Cause);
        });
        json.WriteEndObject();
    }

    private static void WriteAll<T>(Utf8JsonWriter json, string name, IEnumerable<T> all, Action<T> write)
    {
        json.WriteStartArray(name);
        foreach (var one in all)
        {
            json.WriteStartObject();
            write(one);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteMessage(Utf8JsonWriter json, MessageStep message)
    {
        json.WriteString("actor", message.Actor);
        json.WriteString("message", message.Message);
        json.WriteString("path", message.Path);
        json.WriteString("sender", message.Sender);
        json.WriteString("system", message.System);
        json.WriteNumber("timesStashed", message.TimesStashed);
        WriteTime(json, "wait", message.Wait);
        if (message.Failure is { } failure)
        {
            json.WriteStartObject("failure");
            json.WriteString("errorType", failure.ErrorType);
            json.WriteString("message", failure.Message);
            json.WriteString("directive", failure.Directive);
            json.WriteEndObject();
        }
    }

    private static void WriteCause(Utf8JsonWriter json, Dictionary<TrackedStep, int> numbers, TrackedStep? cause)
    {
        if (cause is not null && numbers.TryGetValue(cause, out var number))
        {
            json.WriteNumber("cause", number);
        }
        else
        {
            json.WriteNull("cause");
        }
    }

    // in seconds, as everywhere in this library
    private static void WriteTime(Utf8JsonWriter json, string name, TimeSpan? time)
    {
        if (time is { } known)
        {
            json.WriteNumber(name, known.TotalSeconds);
        }
        else
        {
            json.WriteNull(name);
        }
    }
}
