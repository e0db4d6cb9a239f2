using System.Globalization;
using System.Text.RegularExpressions;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Counts messages between nodes that are lost because a serializer has thrown. Akka only logs them: the endpoint's actor publishes a warning or an
/// error, on the thread that has read or written the message (<c>EndpointReader.LogTransientSerializationError</c>,
/// <c>EndpointWriter.WriteSend</c>, Akka 1.5.71). A message in an envelope is seen where the envelope is read, whatever the log level is.
/// <para>Texts from another node are cut to a limit and cleaned before they are shown.</para>
/// </summary>
/// <param name="instrumentation">The actor system's instrumentation; null before it has started.</param>
internal sealed partial class SerializationFailures(Func<AkkaInstrumentationExtension?> instrumentation)
{
    private const string Reading = "Deserialization failed for message";
    private const string Writing = "Serialization failed for message";
    private const int MaxName = 100;

    // The last exception that this thread has counted. Akka logs it next, and it must not be counted again.
    [ThreadStatic]
    private static Exception? t_counted;

    /// <summary>A message in an envelope cannot be read. Never throws. Returns false, for the filter of a catch block.</summary>
    public bool Unreadable(int serializer, string? manifest, Exception error)
    {
        TelemetryFault.Guard(TelemetryFault.Remote, (Failures: this, serializer, manifest, error), static it =>
        {
            var reader = InternalCurrentActorCellKeeper.Current?.Self.Path.ToStringWithoutAddress() ?? "";
            it.Failures.Count(RemoteCounts.Receive, reader, NameOf(it.manifest, it.serializer, it.error), it.error);
            t_counted = it.error;
        });
        return false;
    }

    /// <summary>A log event is published. The thread that logs.</summary>
    public void Logged(LogEvent log)
    {
        if (log is not { Cause: { } error, Message: LogMessage message } || log.LogClass is not { Namespace: "Akka.Remote" })
        {
            return;
        }

        var isReading = message.Format.StartsWith(Reading, StringComparison.Ordinal);
        var isCounted = ReferenceEquals(error, t_counted);
        t_counted = null;
        if (isCounted || !(isReading || message.Format.StartsWith(Writing, StringComparison.Ordinal)))
        {
            return;
        }

        object?[] parameters = [.. message.Parameters()];
        var name = !isReading ? parameters[0] is Type type ? TypeNames.Get(type) : Readable($"{parameters[0]}")
            : NameOf(parameters[1] as string, parameters[0] as int? ?? 0, error);
        Count(isReading ? RemoteCounts.Receive : RemoteCounts.Transmit, log.LogSource, name, error);
    }

    private void Count(string direction, string endpoint, string message, Exception error)
    {
        if (instrumentation() is not { Metrics.IsEnabled: true } system || RemoteCounts.Find(system.Metrics) is not { } counts)
        {
            return;
        }

        var address = AddressIn(endpoint);
        var failure = new UnreadableMessage(direction == RemoteCounts.Transmit, address, message, TypeNames.Full(error.GetType()))
        {
            Text = system.Settings.FailureTexts ? FailureText.MessageOf(error.InnerException ?? error) : "",
        };
        counts.Failures.For((direction, address, message, failure.Error)).Increment();
        system.Insight.Unreadable.Add(failure, System.Diagnostics.Stopwatch.GetTimestamp());
    }

    // An endpoint's name has the address of the other node, escaped.
    private static string AddressIn(string endpoint) =>
        Writer().Match(endpoint) is { Success: true } found
            && Address.TryParse(Uri.UnescapeDataString(found.Groups["address"].Value), out var address)
            ? address.ToString()
            : FoldedNames.Unknown;

    // Serializers that write the type into the message have no manifest.
    private static string NameOf(string? manifest, int serializer, Exception error) =>
        !string.IsNullOrEmpty(manifest) ? Readable(manifest)
        : TypeInText().Match(TextCut.At(error.Message, 1_000)) is { Success: true } found ? Readable(found.Groups["type"].Value)
        : string.Create(CultureInfo.InvariantCulture, $"serializer {serializer}");

    // A manifest is usually the name of a type with its assembly.
    private static string Readable(string type)
    {
        var end = type.AsSpan().IndexOfAny(",`[])");
        var name = TextCut.At(end > 0 ? type[..end] : type, 4 * MaxName);
        name = TextCut.At(name[(name.AsSpan().LastIndexOfAny('.', '(') + 1)..].Replace('+', '.'), MaxName);
        return name.Any(char.IsControl) ? new string([.. name.Select(part => char.IsControl(part) ? '?' : part)]) : name;
    }

    // "Error resolving type specified in JSON 'Shop.AddItemV2, Shop'", "Could not load type 'Shop.AddItemV2' from assembly ...".
    [GeneratedRegex(@"type[^']{0,60}'(?<type>[^',\[`]{1,300})", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex TypeInText();

    [GeneratedRegex("ndpointWriter-(?<address>[^/]+)-[0-9]+", RegexOptions.CultureInvariant)]
    private static partial Regex Writer();
}
