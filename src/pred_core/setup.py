from setuptools import find_packages, setup

package_name = "pred_core"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed", "data/*.json", "data/*.pddl"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["PyYAML", "setuptools", "numba", "numpy", "pillow", "ros2-numpy", "scipy"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Shared types of the PRED stack",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "ask_person = pred_core.start:ask_person",
            "approve = pred_core.start:ask_person",
        ]
    },
)
