using System.Text;

namespace Akka.Configuration.Hocon;

internal static class HoconPath
{
    /// <summary>Splits at the dots that are not within quotes; empty for the empty path.</summary>
    public static IReadOnlyList<string> Split(string path)
    {
        if (path.Length == 0) return [];
        if (!path.Contains('"')) return path.TrimEnd('.').Split('.');

        var keys = new List<string>();
        var key = new StringBuilder();
        var quoted = false;
        foreach (var c in path)
        {
            switch (c)
            {
                case '"':
                    quoted = !quoted;
                    break;
                case '.' when !quoted:
                    keys.Add(key.ToString());
                    key.Clear();
                    break;
                default:
                    key.Append(c);
                    break;
            }
        }

        keys.Add(key.ToString());
        return keys;
    }
}
