using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// Baggage as the text of W3C's header <c>baggage</c>: <c>key=value,key=value</c>. Keys and values are percent-encoded, which leaves ASCII only.
/// </summary>
internal static class BaggageText
{
    public static string Write(IReadOnlyList<KeyValuePair<string, string?>> items) =>
        items.Count == 0 ? "" : string.Join(',', items.Select(item => $"{Uri.EscapeDataString(item.Key)}={Uri.EscapeDataString(item.Value ?? "")}"));

    /// <summary>Reads what another node has written, which is not trusted. Returns false if it is no such list.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out KeyValuePair<string, string?>[] items)
    {
        items = [];
        if (bytes.IsEmpty)
        {
            return true;
        }

        if (bytes.ContainsAnyExceptInRange((byte)0x21, (byte)0x7E))
        {
            return false;
        }

        var found = new List<KeyValuePair<string, string?>>();
        foreach (var item in Encoding.ASCII.GetString(bytes).Split(','))
        {
            var equals = item.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0)
            {
                return false;
            }

            // Text that follows no rule of the encoding stays as it is.
            found.Add(new(Uri.UnescapeDataString(item[..equals]), Uri.UnescapeDataString(item[(equals + 1)..])));
        }

        items = [.. found];
        return true;
    }
}
