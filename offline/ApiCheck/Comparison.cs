namespace ApiCheck;

/// <summary>Finds everything in the stand-ins that code compiled against the real assemblies would see differently.</summary>
internal sealed class Comparison(IReadOnlyDictionary<string, ApiType> offline, IReadOnlyDictionary<string, ApiType> real)
{
    private readonly List<Mismatch> _mismatches = [];
    private readonly List<string> _notes = [];

    public int Members { get; private set; }

    public IReadOnlyList<string> Notes => _notes;

    public IReadOnlyList<Mismatch> Run()
    {
        foreach (var type in offline.Values.OrderBy(t => t.Name, StringComparer.Ordinal))
        {
            Members += type.Members.Count;
            if (real.TryGetValue(type.Name, out var counterpart))
            {
                CompareTypes(type, counterpart);
            }
            else
            {
                Report("no such type", type.Name, type.Shape, "-");
            }
        }

        return _mismatches;
    }

    private void CompareTypes(ApiType type, ApiType counterpart)
    {
        Differ("type shape", type.Name, type.Shape, counterpart.Shape);
        if (type.Base is not null && !Ancestors(counterpart, real).Contains(type.Base))
        {
            Report("base type", type.Name, type.Base, counterpart.Base);
        }

        var interfaces = AllInterfaces(counterpart, real);
        foreach (var name in type.Interfaces.Where(i => !interfaces.Contains(i)))
        {
            Report("interface", type.Name, name, "-");
        }

        if (counterpart.Obsolete && !type.Obsolete)
        {
            Report("obsolete", type.Name, "not obsolete", "obsolete");
        }

        foreach (var member in type.Members)
        {
            CompareMembers(type, member, Find(counterpart, member.Id));
        }

        if (type.Members.Any(m => m.Overriding == Overriding.Required))
        {
            NoteMissingAbstracts(type, counterpart);
        }
    }

    private void CompareMembers(ApiType type, ApiMember member, ApiMember? counterpart)
    {
        var name = $"{type.Name}.{member.Id}";
        if (counterpart is null)
        {
            // An override adds nothing a caller could see that its base does not show.
            if (!member.Overrides)
            {
                Report("no such member", name, member.Returns, "-");
            }

            return;
        }

        Differ("type of member", name, member.Returns, counterpart.Returns);
        Differ("parameters", name, member.Parameters, counterpart.Parameters);
        Differ("static", name, member.Static, counterpart.Static);
        if (!member.Overrides || member.Overriding == Overriding.Required)
        {
            Differ("access", name, member.Access, counterpart.Access);
            if (!type.Shape.Contains("sealed", StringComparison.Ordinal))
            {
                Differ("virtual", name, member.Overriding, counterpart.Overriding);
            }
        }

        if (counterpart.Obsolete && !member.Obsolete)
        {
            Report("obsolete", name, "not obsolete", "obsolete");
        }
    }

    // Not a mismatch, a subset may leave it out, but whoever implements the type by hand has more to write there.
    private void NoteMissingAbstracts(ApiType type, ApiType counterpart)
    {
        var here = AncestorTypes(type, offline).Prepend(type).SelectMany(t => t.Members).Select(m => m.Id).ToHashSet();
        var missing = counterpart.Members.Where(m => m.Overriding == Overriding.Required && !here.Contains(m.Id)).Select(m => m.Id);
        if (string.Join("; ", missing) is { Length: > 0 } list)
        {
            _notes.Add($"the real {type.Name} has more abstract members: {list}");
        }
    }

    private ApiMember? Find(ApiType type, string id)
    {
        // Everything but constructors is inherited.
        var inherited = id.StartsWith(".ctor", StringComparison.Ordinal) ? [] : AncestorTypes(type, real);
        return inherited.Prepend(type).SelectMany(t => t.Members).FirstOrDefault(m => m.Id == id);
    }

    private static IEnumerable<ApiType> AncestorTypes(ApiType type, IReadOnlyDictionary<string, ApiType> all) =>
        Ancestors(type, all).Concat(AllInterfaces(type, all)).Select(n => all.GetValueOrDefault(Definition(n))).OfType<ApiType>();

    private static IEnumerable<string> Ancestors(ApiType type, IReadOnlyDictionary<string, ApiType> all)
    {
        for (var next = type; next?.Base is { } name; next = all.GetValueOrDefault(Definition(name)))
        {
            yield return name;
        }
    }

    private static HashSet<string> AllInterfaces(ApiType type, IReadOnlyDictionary<string, ApiType> all)
    {
        var found = new HashSet<string>();
        var open = new Stack<string>(type.Interfaces.Concat(Ancestors(type, all)));
        while (open.TryPop(out var name))
        {
            if (found.Add(name) && all.TryGetValue(Definition(name), out var known))
            {
                foreach (var inherited in known.Interfaces)
                {
                    open.Push(inherited);
                }
            }
        }

        return found;
    }

    private static string Definition(string name)
    {
        var arguments = name.IndexOf('<', StringComparison.Ordinal);
        return arguments < 0 ? name : name[..arguments];
    }

    private void Differ<T>(string kind, string name, T here, T there)
    {
        if (!EqualityComparer<T>.Default.Equals(here, there))
        {
            Report(kind, name, here, there);
        }
    }

    private void Report(string kind, string name, object? here, object? there) =>
        _mismatches.Add(new Mismatch(kind, name, here?.ToString() ?? "-", there?.ToString() ?? "-"));
}

/// <summary>One difference, with what each side says.</summary>
internal sealed record Mismatch(string Kind, string Name, string Offline, string Real)
{
    public override string ToString() => $"{Kind}: {Name}\n    offline: {Offline}\n    real:    {Real}";
}
