using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>Texts of a diagnosis.</summary>
internal static class CauseText
{
    public static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    // Only messages that the receiver has taken are counted. While a mailbox grows, its sender sends more.
    public static string Flow(AkkaFlow flow)
    {
        string[] means = [
            .. flow.WaitSeconds is { } wait ? [$"{Seconds(wait)} in the mailbox"] : Array.Empty<string>(),
            .. flow.WorkSeconds is { } work ? [$"{Seconds(work)} in the handler"] : Array.Empty<string>(),
        ];
        return string.Concat(
            Text($"{FoldedWords.Who(flow.SenderType, flow.SenderAddress)} → {flow.MessageType} → {flow.ReceiverType}: {flow.PerSecond:0.##}/s"),
            string.Concat(means.Select(mean => $", {mean}")),
            means.Length == 0 ? "" : means.Length == 1 ? " (mean)" : " (means)",
            flow.Failures > 0 ? Text($", {flow.Failures} failed") : "");
    }

    /// <summary>A number with its noun in the singular or the plural.</summary>
    public static string Count(int count, string one, string several) => Text($"{count} {(count == 1 ? one : several)}");

    public static string Seconds(double seconds) => seconds switch
    {
        >= 1 => DurationWords.Text(seconds),
        >= 1e-3 => Text($"{1e3 * seconds:0.#} ms"),
        _ => Text($"{1e6 * seconds:0.#} µs"),
    };
}
