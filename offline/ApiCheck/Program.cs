using ApiCheck;

var offline = Folders("--offline");
var real = Folders("--real");
if (offline.Count == 0 || real.Count == 0)
{
    Console.Error.WriteLine("ApiCheck --offline <folder>... --real <folder>...: is every visible member of the first in the second?");
    return 2;
}

var realFiles = Assemblies(real);
var pairs = Assemblies(offline).Where(f => realFiles.ContainsKey(f.Key)).ToList();
foreach (var (name, file) in pairs)
{
    Console.WriteLine($"{name}: {file} against {realFiles[name]}");
}

var comparison = new Comparison(Types(pairs.Select(p => p.Value)), Types(realFiles.Values));
var mismatches = comparison.Run();
foreach (var mismatch in mismatches.OrderBy(m => m.Kind, StringComparer.Ordinal).ThenBy(m => m.Name, StringComparer.Ordinal))
{
    Console.WriteLine(mismatch);
}

foreach (var note in comparison.Notes)
{
    Console.WriteLine($"note: {note}");
}

Console.WriteLine($"{comparison.Members} members, {mismatches.Count} mismatches");
return mismatches.Count == 0 ? 0 : 1;

List<string> Folders(string option) =>
    [.. args.SkipWhile(a => a != option).Skip(1).TakeWhile(a => !a.StartsWith("--", StringComparison.Ordinal))];

// Of several builds of the same assembly the newest counts.
static SortedDictionary<string, string> Assemblies(IEnumerable<string> folders) => new(folders
    .SelectMany(f => Directory.EnumerateFiles(f, "*.dll", SearchOption.AllDirectories))
    .GroupBy(f => Path.GetFileNameWithoutExtension(f))
    .ToDictionary(g => g.Key, g => g.MaxBy(File.GetLastWriteTimeUtc)!));

static Dictionary<string, ApiType> Types(IEnumerable<string> files) =>
    files.SelectMany(AssemblyApi.Read).GroupBy(t => t.Name).ToDictionary(g => g.Key, g => g.First());
