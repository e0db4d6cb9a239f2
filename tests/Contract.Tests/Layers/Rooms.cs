using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests.Layers;

/// <summary>
/// Which folder of C# code uses the types of which other folder, by the names in the code without comments and texts. Approximate: a name that two
/// folders declare, and a member that is named like a type of another folder, count as a use.
/// </summary>
internal sealed class Rooms
{
    private static readonly Regex NotCode = new(@"//[^\n]*|/\*.*?\*/|""""""[\s\S]*?""""""|\$?@?""(?:\\.|[^""\\])*""");
    private static readonly Regex Declaration = new(
        @"^[a-z][a-z ]*?\b(?:class|struct|interface|enum|record(?:\s+struct|\s+class)?)\s+([A-Z]\w*)|^[a-z][a-z ]*?\bdelegate\s+[\w<>\[\]?,. ]+\s+([A-Z]\w*)\s*[(<]",
        RegexOptions.Multiline);
    private readonly Dictionary<string, HashSet<string>> _homes = [];
    private readonly List<(string Room, HashSet<string> Names)> _files = [];

    /// <param name="files">Each file's path, from the folder of all code on, and its text.</param>
    public Rooms(IEnumerable<(string Path, string Text)> files)
    {
        foreach (var (path, text) in files)
        {
            var room = RoomOf(path);
            var code = NotCode.Replace(text, " ");
            foreach (Match declared in Declaration.Matches(code))
            {
                var name = declared.Groups.Cast<Group>().Skip(1).First(group => group.Success).Value;
                if (!_homes.TryGetValue(name, out var homes))
                {
                    _homes.Add(name, homes = []);
                }

                homes.Add(room);
            }

            _files.Add((room, [.. Regex.Matches(code, @"\b[A-Z]\w*\b").Select(match => match.Value)]));
        }
    }

    /// <summary>The folders, down to the second level.</summary>
    public IReadOnlySet<string> All => _files.Select(file => file.Room).ToHashSet();

    /// <summary>Types that several folders declare a part of.</summary>
    public IEnumerable<string> Spread => _homes.Where(type => type.Value.Count > 1)
        .Select(type => $"{type.Key} in {string.Join(", ", type.Value.Order())}");

    /// <summary>Who uses which types of whom.</summary>
    public IEnumerable<(string User, string Home, string Type)> Uses =>
        from file in _files
        from name in file.Names
        where _homes.TryGetValue(name, out var homes) && !homes.Contains(file.Room)
        from home in _homes[name]
        select (file.Room, home, name);

    private static string RoomOf(string path) => string.Join('/', path.Split('/')[..^1].Take(2));
}
