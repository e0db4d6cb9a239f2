namespace AkkaInstrumentation.Benchmarks;

/// <summary>The cache lines that one thread has touched, and the instructions that it has executed, by method.</summary>
internal sealed class Touched
{
    private const int LineShift = 6;

    // Below the pointer the thread's red zone, above it its frames.
    private const ulong StackBelow = 1 << 12;
    private const ulong StackAbove = 1 << 16;

    private readonly HashSet<ulong> _code = [];
    private readonly HashSet<ulong> _data = [];
    private readonly HashSet<ulong> _stack = [];
    private readonly Dictionary<ulong, Method> _places = [];

    public int Instructions { get; private set; }

    public int CodeLines => _code.Count;

    /// <summary>Lines of objects and of statics.</summary>
    public int DataLines => _data.Count;

    public int StackLines => _stack.Count;

    /// <summary>What each method has executed, and the lines that it was the first to touch; the one with most instructions first.</summary>
    public IEnumerable<(string Name, Method Method)> MethodsBy(Symbols symbols) => _places
        .GroupBy(place => symbols.NameAt(place.Key), place => place.Value)
        .Select(places => (places.Key, new Method
        {
            Instructions = places.Sum(place => place.Instructions),
            CodeLines = places.Sum(place => place.CodeLines),
            DataLines = places.Sum(place => place.DataLines),
        }))
        .OrderByDescending(method => method.Item2.Instructions);

    public void Code(ulong at, int length)
    {
        Instructions++;
        var method = MethodAt(at);
        method.Instructions++;
        for (var line = at >> LineShift; line <= (at + (ulong)length - 1) >> LineShift; line++)
        {
            method.CodeLines += _code.Add(line) ? 1 : 0;
        }
    }

    public void Data(ulong at, ulong address, int size, ulong stack)
    {
        var isStack = address > stack - StackBelow && address < stack + StackAbove;
        for (var line = address >> LineShift; line <= (address + (ulong)Math.Max(size, 1) - 1) >> LineShift; line++)
        {
            if (isStack)
            {
                _stack.Add(line);
            }
            else if (_data.Add(line))
            {
                MethodAt(at).DataLines++;
            }
        }
    }

    private Method MethodAt(ulong at)
    {
        if (!_places.TryGetValue(at, out var method))
        {
            _places[at] = method = new Method();
        }

        return method;
    }

    internal sealed class Method
    {
        public int Instructions { get; set; }

        public int CodeLines { get; set; }

        public int DataLines { get; set; }
    }
}

/// <summary>The methods of a process by their addresses, from the map that the runtime writes for <c>perf</c>.</summary>
internal sealed class Symbols
{
    private readonly ulong[] _begins;
    private readonly (ulong End, string Name)[] _rest;

    public Symbols(int process)
    {
        var found = new SortedDictionary<ulong, (ulong End, string Name)>();
        foreach (var line in File.ReadLines($"/proc/{process}/maps"))
        {
            var parts = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
            if (parts.Length == 6 && parts[1].Contains('x'))
            {
                var range = parts[0].Split('-');
                found[Hex(range[0])] = (Hex(range[1]), Path.GetFileName(parts[5]));
            }
        }

        // later lines replace earlier ones: code that is optimised gets another place
        var map = $"/tmp/perf-{process}.map";
        foreach (var line in File.Exists(map) ? File.ReadLines(map) : [])
        {
            var parts = line.Split(' ', 3);
            var begin = Hex(parts[0]);
            found[begin] = (begin + Hex(parts[1]), parts[2]);
        }

        _begins = [.. found.Keys];
        _rest = [.. found.Values];
    }

    public string NameAt(ulong address)
    {
        var index = Array.BinarySearch(_begins, address);
        index = index < 0 ? ~index - 1 : index;
        return index >= 0 && address < _rest[index].End ? _rest[index].Name : "?";
    }

    private static ulong Hex(string text) => Convert.ToUInt64(text.Replace("0x", "", StringComparison.Ordinal), 16);
}
