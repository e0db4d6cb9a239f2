using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// An actor system at one moment, as one file for those who look at it later: findings, diagnosis, messages at work, lost messages, failures,
/// restarts, kept traces, settings, versions. It has what can be read anyway, so neither messages nor texts that the settings hide. Its size is
/// bounded. Immutable.
/// </summary>
[Experimental(Experiments.FindingsId)]
public sealed class AkkaIncident
{
    /// <summary>The most rows of one section. What is more is counted in a last one.</summary>
    internal const int MaxRows = 100;

    /// <summary>The longest text.</summary>
    internal const int MaxText = 2_000;

    private static readonly JsonWriterOptions Format = new() { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly List<Section> _sections = [];

    private AkkaIncident(string system, DateTimeOffset at) => (System, At) = (system, at);

    /// <summary>The actor system's name.</summary>
    public string System { get; }

    /// <summary>When it was read, UTC.</summary>
    public DateTimeOffset At { get; }

    /// <summary>All of it as JSON: a list of rows for each section.</summary>
    public string ToJson()
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, Format))
        {
            json.WriteStartObject();
            json.WriteString("system", System);
            json.WriteString("at", At);
            foreach (var section in _sections)
            {
                json.WriteStartArray(section.Name);
                foreach (var row in section.Rows)
                {
                    json.WriteStartObject();
                    foreach (var (name, value) in row)
                    {
                        json.WriteString(name, value);
                    }

                    json.WriteEndObject();
                }

                json.WriteEndArray();
            }

            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.ToArray());
    }

    /// <summary>The same for people, as Markdown.</summary>
    public string ToMarkdown()
    {
        var text = new StringBuilder(string.Create(CultureInfo.InvariantCulture, $"# {System}, {At:yyyy-MM-dd HH:mm:ss} UTC\n"));
        foreach (var section in _sections)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n## {section.Name.Replace('_', ' ')}\n\n");
            text.Append(section.Rows.Count == 0 ? "None.\n" : "");
            foreach (var row in section.Rows)
            {
                text.Append("* ").AppendJoin(", ", row.Select(static cell => $"{cell.Name}: `{Quoted(cell.Value)}`")).Append('\n');
            }
        }

        return text.ToString();
    }

    /// <summary>Reads it. It visits each mailbox, sends nothing and waits for nothing. Any thread.</summary>
    internal static AkkaIncident Read(AkkaInstrumentationExtension system, AkkaHealthCheckOptions thresholds)
    {
        var now = Stopwatch.GetTimestamp();
        var found = SystemFindings.Read(system, thresholds, now);
        var incident = new AkkaIncident(system.SystemName, DateTimeOffset.UtcNow);
        incident.Add("findings", SystemHealth.From(found, thresholds).Troubles.Select(static trouble => Row(
            ("kind", trouble.Kind), ("level", trouble.Level.ToString()), ("actor_type", trouble.ActorType), ("subject", trouble.Path),
            ("text", trouble.Text))));
        incident.Add("diagnosis", AkkaDiagnosis.Read(system, found, now).Causes.Select(static cause => Row(
            ("kind", cause.Kind), ("cause", cause.ToString()), ("evidence", string.Join("; ", cause.Evidence)), ("next", cause.NextStep))));
        incident.Add("messages_at_work", AkkaMessagesAtWork.Read(system.Metrics, AkkaMessagesAtWork.Moment, now).Worst.Select(static work => Row(
            ("text", work.ToString()), ("thread", work.Thread), ("trace", work.TraceId))));
        incident.Add("lost_messages", AkkaLostMessage.Read(system.Losses).Select(static lost => Row(
            ("reason", lost.Reason), ("message_type", lost.MessageType), ("receiver", lost.ReceiverPath), ("sender", lost.SenderPath),
            ("count", Number(lost.Count)), ("last", Time(lost.LostAt)), ("trace", lost.TraceId))));
        incident.Add("failures", system.Failures.Read().OrderByDescending(static same => same.Last).Select(static same => Row(
            ("error", same.Latest.Error), ("actor_type", same.Latest.ActorType), ("message_type", same.Latest.MessageType),
            ("path", same.Latest.Path), ("count", Number(same.Total)), ("last", Time(Ticks.ToUtc(same.Last))), ("text", same.Latest.Text),
            ("frame", same.Latest.Frame), ("trace", same.Latest.Trace == default ? null : same.Latest.Trace.ToHexString()))));
        incident.Add("restarts", system.Restarts.Read().OrderByDescending(static same => same.Last).Select(static same => Row(
            ("actor_type", same.Latest.ActorType), ("path", same.Latest.Path), ("count", Number(same.Total)),
            ("last", Time(Ticks.ToUtc(same.Last))))));
        incident.Add("kept_traces", system.Insight.Kept.Read().Reverse().Select(static kept => Row(
            ("trace", kept.Trace.ToHexString()), ("at", Time(Ticks.ToUtc(kept.At))))));
        var settings = system.Control.Configuration;
        incident.Add("settings", settings.Settings.Select(static setting => Row(
            ("key", setting.Key), ("value", setting.Value), ("origin", setting.Origin))));
        incident.Add("rules", settings.Rules.Select(static rule => Row(("rule", rule))));
        incident.Add(
            "versions",
            [
                Row(
                    ("library", typeof(AkkaIncident).Assembly.GetName().Version?.ToString(3)),
                    ("akka", typeof(ActorSystem).Assembly.GetName().Version?.ToString(3)),
                    ("runtime", RuntimeInformation.FrameworkDescription), ("os", RuntimeInformation.OSDescription),
                    ("processors", Number(Environment.ProcessorCount))),
            ]);
        return incident;
    }

    private static List<(string Name, string Value)> Row(params (string Name, string? Value)[] cells) =>
        [.. cells.Where(static cell => !string.IsNullOrEmpty(cell.Value)).Select(static cell => (cell.Name, TextCut.At(cell.Value!, MaxText)))];

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    // In a span of code nothing but its end has a meaning.
    private static string Quoted(string text) => text.Replace('`', '\'').ReplaceLineEndings(" ");

    private void Add(string name, IEnumerable<List<(string Name, string Value)>> rows)
    {
        var all = rows.ToList();
        var shown = all.Count <= MaxRows ? all : [.. all.Take(MaxRows), Row(("more", Number(all.Count - MaxRows)))];
        _sections.Add(new(name, shown));
    }

    private sealed record Section(string Name, IReadOnlyList<List<(string Name, string Value)>> Rows);
}
