using System.Buffers;
using System.Globalization;
using System.Text.Json;
using Akka.Configuration;

namespace Akka.Hosting;

/// <summary>Writes values so that HOCON reads them back.</summary>
public static class HoconExtensions
{
    private const double MaxExact = 1e17;

    private static readonly SearchValues<char> s_reserved = SearchValues.Create("!\"#$&*,/:=?@[\\]^`{}\t\r\n");

    public static string ToHocon(this string? text)
    {
        var given = Given(text);
        return given.Length == 0 || given.AsSpan().ContainsAny(s_reserved) ? Quoted(given) : given;
    }

    public static string ToHocon(this bool? value) => Given(value).ToHocon();

    public static string ToHocon(this bool value) => value ? "on" : "off";

    public static string ToHocon(this TimeSpan? value, bool allowInfinite = false, bool zeroIsInfinite = false) =>
        Given(value).ToHocon(allowInfinite, zeroIsInfinite);

    /// <summary>In milliseconds; negative is infinite.</summary>
    public static string ToHocon(this TimeSpan value, bool allowInfinite = false, bool zeroIsInfinite = false)
    {
        if (value > TimeSpan.Zero || (value == TimeSpan.Zero && !zeroIsInfinite))
        {
            return Number(value.TotalMilliseconds);
        }

        return allowInfinite ? "infinite" : throw new ConfigurationException("Infinite value is not allowed");
    }

    public static string ToHocon(this float? value) => Given(value).ToHocon();

    public static string ToHocon(this float value) => value.ToString(CultureInfo.InvariantCulture);

    public static string ToHocon(this double? value) => Given(value).ToHocon();

    public static string ToHocon(this double value) => Number(value);

    public static string ToHocon(this int? value) => Given(value).ToHocon();

    public static string ToHocon(this int value) => value.ToString(CultureInfo.InvariantCulture);

    public static string ToHocon(this long? value) => Given(value).ToHocon();

    public static string ToHocon(this long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Number(double value) => value is > -MaxExact and < MaxExact && value == Math.Floor(value)
        ? ((long)value).ToHocon()
        : value.ToString(CultureInfo.InvariantCulture);

    private static string Quoted(string text) => $"\"{JsonEncodedText.Encode(text, System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";

    private static string Given(string? text) => text ?? throw NotGiven();

    private static T Given<T>(T? value)
        where T : struct => value ?? throw NotGiven();

    private static ConfigurationException NotGiven() => new("Value can not be null");
}
