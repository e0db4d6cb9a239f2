using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Each key has a test of what it changes, marked <c>[Trait("changes", "key")]</c>, and a row of a bad value in
/// <c>BadValuesSpec</c>, which itself fails for a key without one.
/// </summary>
public sealed partial class KeysAreTestedSpec
{
    private static readonly string[] Keys =
    [
        .. ReferenceConf.Settings.Keys.Select(key => key[(ReferenceConf.Root.Length + 1)..]),
        .. Markdown.Table("docs/configuration.md", "### Keys of a rule").Select(row => $"rules.{Markdown.Plain(row["key"])}"),
    ];

    [Fact]
    public void Every_key_has_a_test_of_what_it_changes()
    {
        var marked = Directory.GetFiles(Repo.PathOf("tests"), "*Spec.cs", SearchOption.AllDirectories)
            .SelectMany(file => MarkedTest().Matches(File.ReadAllText(file).ReplaceLineEndings("\n")))
            .SelectMany(test => test.Groups["key"].Captures.Select(key => key.Value))
            .ToHashSet();
        Assert.Empty(Keys.Except(marked));
        Assert.Empty(marked.Except(Keys));
    }

    // traits that stand directly above a test
    [GeneratedRegex("""^(?: *\[Trait\("changes", "(?<key>[a-z.-]+)"\)\]\n)+ *public (?:async Task|void) """, RegexOptions.Multiline)]
    private static partial Regex MarkedTest();
}
